import { describe, expect, test } from 'vitest'
import type { RubricPrompt } from '../prompts/own-prompt.ts'
import { parseRubric } from './rubric-template.ts'

const values = { context: 'CONTEXT', groundTruth: 'TRUTH', query: 'QUERY' }
const textOf = (rubric: RubricPrompt, given: Partial<typeof values> = {}): string | undefined =>
  parseRubric(rubric)({ ...values, ...given })
    .flatMap(({ parts }) => parts.map(({ text }) => text))
    .join('|')

test('every placeholder is filled in, wherever and however often it stands', () => {
  expect(textOf('{{context}} {{ groundTruth }}: {{query}}, {{\tcontext\n}}.')).toBe('CONTEXT TRUTH: QUERY, CONTEXT.')
})

test.each(['{{groundTruth}} {{context}} {{query}}', '{% if x %}', "$& $1 $$ $` $'", '<&>"\' \u0000 \uD800 😀', '{{', '}}', ''])(
  'the value %j is put in as it is, and never read again',
  (value) => {
    expect(textOf('<{{context}}|{{groundTruth}}|{{query}}>', { context: value, groundTruth: value, query: value })).toBe(
      `<${value}|${value}|${value}>`,
    )
  },
)

test('braces that hold no name stay as they are', () => {
  expect(textOf('{"a":{"b":{}}} {context} {{context}}{{groundTruth}}')).toBe('{"a":{"b":{}}} {context} CONTEXTTRUTH')
})

test('messages keep their roles and order', () => {
  const rubric = [
    { role: 'system', content: 'Mark what is in {{context}}.' },
    { role: 'user', content: '{{groundTruth}}' },
  ] as const
  expect(parseRubric(rubric)(values)).toEqual([
    { role: 'system', parts: [{ text: 'Mark what is in CONTEXT.' }] },
    { role: 'user', parts: [{ text: 'TRUTH' }] },
  ])
})

describe('a config error', () => {
  test.each<[string, unknown, string]>([
    ['another placeholder', '{{context}} {{ground_truth}}', 'holds "{{ground_truth}}"; there are {{context}}, {{groundTruth}}, {{query}}'],
    ['one that is nearly right', '{{contexts}} {{groundTruth}}', 'did you mean {{context}}?'],
    ['a filter', '{{context | safe}} {{groundTruth}}', 'without filters'],
    ['an empty placeholder', '{{}} {{context}} {{groundTruth}}', 'holds "{{}}"'],
    ['a tag', '{% for c in context %}{{context}}{% endfor %} {{groundTruth}}', 'no tags, loops or conditions'],
    ['no context', '{{groundTruth}}', 'it never shows {{context}}'],
    ['no ground truth', '{{context}}', 'it never shows {{groundTruth}}'],
    ['a blank text', ' ', 'holds a message without text'],
    ['no message', [], 'a text or a list of messages'],
    ['no text at all', 7, 'a text or a list of messages'],
    ['another role', [{ role: 'tool', content: '{{context}}{{groundTruth}}' }], 'the role "tool"'],
  ])('is %s', (_name, rubric, message) => {
    const make = (): unknown => parseRubric(rubric as RubricPrompt)
    expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
    expect(make).toThrow(message)
  })

  test('is found in time linear in the text', () => {
    expect(() => parseRubric('{{ '.repeat(100_000))).toThrow('never shows')
    expect(() => parseRubric('{% '.repeat(100_000))).toThrow('no tags')
  })
})
