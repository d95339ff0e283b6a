import { readFileSync } from 'node:fs'
import { AssayError, type FinishReason, type LLMReply, unknownUsage } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimsShape } from '../wire/claims-shape.ts'
import { verdictsShape } from '../wire/verdicts-shape.ts'
import { readReply, tryReadReply } from './read-reply.ts'

type Expected = { claims: string[] } | { verdicts: Record<string, boolean> } | { error: string; message?: string }
type Case = {
  id: string
  shape: 'claims' | 'verdicts'
  text: string
  finishReason?: FinishReason
  prompt?: string[]
  expected: Expected
  repairs?: string[]
}
type Corpus = { groups: { kind: string; cases: Case[] }[] }

const corpus = JSON.parse(readFileSync(new URL('./__fixtures__/replies.json', import.meta.url), 'utf8')) as Corpus

function replyOf(text: string, finishReason: FinishReason = 'stop'): LLMReply {
  return { text, finishReason, usage: unknownUsage() }
}

/** The reading of one case in the form in which the corpus states it. */
function outcome({ shape, text, finishReason, prompt }: Case): { read: Expected; repairs: readonly string[] } {
  const reply = replyOf(text, finishReason)
  if (shape === 'claims') {
    const { value, repairs } = readReply(reply, claimsShape, { prompt })
    return { read: { claims: [...value] }, repairs }
  }
  const { value, repairs } = readReply(reply, verdictsShape, { prompt })
  return { read: { verdicts: Object.fromEntries(value.map(({ claim, supported }) => [claim, supported])) }, repairs }
}

for (const { kind, cases } of corpus.groups) {
  describe(kind, () => {
    test.each(cases)('$id', (each) => {
      const { expected, repairs } = each
      if ('error' in expected) {
        const error = thrownBy(() => outcome(each))
        expect(AssayError.is(error) && error.kind).toBe(expected.error)
        expect(String(error)).toContain(expected.message ?? '')
        return
      }
      const found = outcome(each)
      expect(found.read).toEqual(expected)
      if (repairs !== undefined) expect(found.repairs).toEqual(repairs)
    })
  })
}

test('every case of the corpus has a name of its own', () => {
  for (const { cases } of corpus.groups) expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
})

test('the error names the judge, the place and the head of the reply, and no repair is tried in silence', () => {
  const error = thrownBy(() => readReply(replyOf('{"claims":[7]}'), claimsShape, { judge: { provider: 'openai', modelId: 'gpt-5-mini' } }))
  expect(AssayError.is(error) && error.toJSON()).toMatchObject({
    kind: 'invalid_reply',
    provider: 'openai',
    modelId: 'gpt-5-mini',
    isRetryable: false,
    replyHead: '{"claims":[7]}',
    message: expect.stringContaining('openai:gpt-5-mini cannot be used: at claims[0]: got 7, expected a text'),
  })
})

const prose = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}"`<>]/g, ''))
const wrappers: Record<string, (json: string, before: string, after: string) => string> = {
  bare: (json) => json,
  spaced: (json) => `\n  ${json}\n`,
  marked: (json) => `\uFEFF${json}`,
  fenced: (json) => `\`\`\`json\n${json}\n\`\`\``,
  'fenced in prose': (json, before, after) => `${before}\n\`\`\`\n${json}\n\`\`\`\n${after}`,
  'in prose': (json, before, after) => `${before} ${json} ${after}`,
  'after a stray brace': (json, before) => `{${before} ${json}`,
  'after reasoning': (json, before) => `<think>${before}</think>${json}`,
  'after a closing tag': (json, before) => `${before}</think>\n${json}`,
  'after reasoning, fenced': (json, before) => `<think>\n${before}\n</think>\n\`\`\`json\n${json}\n\`\`\``,
  'in a list': (json) => `[${json}]`,
  'in an object': (json) => `{"answer":${json}}`,
  twice: (json) => `${json}\n${json}`,
}
// A closing tag inside a string of an answer in prose is read as one: the reply is then asked for again, never read wrongly.
const dataText = fc.string({ unit: 'binary' }).filter((text) => !/<\/?think|```/i.test(text))

describe.each(Object.entries(wrappers))('%s', (_name, wrap) => {
  test('every object of the shape is read as it is', () => {
    fc.assert(
      fc.property(fc.array(dataText), prose, prose, (claims, before, after) => {
        expect(readReply(replyOf(wrap(JSON.stringify({ claims }), before, after)), claimsShape).value).toEqual(claims)
      }),
    )
    const verdict = fc.record({
      claim: dataText,
      reason: dataText,
      evidence: fc.array(fc.record({ context: fc.integer(), quote: dataText })),
      supported: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(verdict), prose, prose, (verdicts, before, after) => {
        expect(readReply(replyOf(wrap(JSON.stringify({ verdicts }), before, after)), verdictsShape).value).toEqual(verdicts)
      }),
    )
  })
})

test('any text is read or refused with a typed error', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ',',
    ':',
    '"claims"',
    '"verdicts"',
    '```',
    '\n',
    '<think>',
    '</think>',
    'true',
    '1',
    '\uFEFF',
    '\uD800',
    '{"claims":[]}',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
    fc.json(),
  )
  const kinds = new Set(['empty_reply', 'invalid_reply', 'truncated', 'refused', 'content_filter', 'provider'])
  const finish = fc.constantFrom<FinishReason>('stop', 'length', 'refusal', 'content_filter', 'error', 'other')
  fc.assert(
    fc.property(text, finish, (reply, finishReason) => {
      for (const read of [
        () => readReply(replyOf(reply, finishReason), claimsShape),
        () => readReply(replyOf(reply, finishReason), verdictsShape),
      ]) {
        const error = thrownBy(read)
        if (error !== undefined) expect(AssayError.is(error) && kinds.has(error.kind)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

const deep = 200_000
test.each([
  ['open braces', '{'.repeat(deep)],
  ['open braces with the key', '{"claims":'.repeat(deep)],
  ['open brackets', `{"claims":${'['.repeat(deep)}`],
  ['nested lists', `{"claims":["a"],"x":${'['.repeat(deep)}${']'.repeat(deep)}}`],
  ['nested objects', `${'{"claims":'.repeat(deep)}1${'}'.repeat(deep)}`],
  ['nested broken objects', `${'{"claims":'.repeat(deep)}x${'}'.repeat(deep)}`],
  ['quotation marks', `{"claims"${'"'.repeat(deep)}`],
  ['objects in a row', '{"claims":[1]}'.repeat(deep)],
  ['tags', '<think></think>'.repeat(deep)],
])('a hostile text is refused without overflowing the stack: %s', (_name, text) => {
  expect(tryReadReply(replyOf(text), claimsShape).ok).toBe(false)
})

function thrownBy(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return error
  }
}
