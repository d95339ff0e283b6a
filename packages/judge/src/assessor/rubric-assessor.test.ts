import { createDirectRuntime } from '@assay/core'
import { scriptedAdapter, type ScriptedReply } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { rubricAssessor } from './rubric-assessor.ts'

const rubricPrompt = 'Facts: {{groundTruth}}\nSources: {{context}}\nMark each fact with [FOUND] or [NOT FOUND].'
const reply = '1. Oslo is cold. [FOUND]\n2. Oslo is large. [NOT FOUND]'

async function assess(replies: ScriptedReply | readonly ScriptedReply[], options: { userInput?: string; rubricPrompt?: string } = {}) {
  const judge = scriptedAdapter(typeof replies === 'string' ? [replies] : [replies].flat())
  const assessed = await rubricAssessor({ judge, rubricPrompt: options.rubricPrompt ?? rubricPrompt }).assess({
    reference: 'Oslo is cold and large.',
    contexts: ['Oslo is cold.', ' ', 'It snows.', 'Oslo is cold.'],
    userInput: options.userInput,
    runtime: createDirectRuntime(),
  })
  return { ...assessed, calls: judge.calls }
}

test('the marked lines are the claims, and their marks the verdicts', async () => {
  const { claims, verdicts, repairs } = await assess(reply)
  expect(claims).toEqual([
    { id: 'c1', text: 'Oslo is cold.' },
    { id: 'c2', text: 'Oslo is large.' },
  ])
  expect(verdicts).toEqual([
    { claim: 'c1', outcome: 'supported', decidedBy: 'scripted:scripted', reason: 'The judge marked it as found.', evidence: [] },
    { claim: 'c2', outcome: 'unsupported', decidedBy: 'scripted:scripted', reason: 'The judge marked it as not found.', evidence: [] },
  ])
  expect(repairs).toEqual([])
})

test('the judge is sent the text alone: no schema, no words of ours, blank and repeated contexts left out', async () => {
  const { calls } = await assess(reply)
  expect(calls).toHaveLength(1)
  expect(calls[0]).not.toHaveProperty('output')
  expect(calls[0]?.messages).toEqual([
    {
      role: 'user',
      parts: [
        {
          text: 'Facts: Oslo is cold and large.\nSources: Oslo is cold.\n\nIt snows.\nMark each fact with [FOUND] or [NOT FOUND].',
        },
      ],
    },
  ])
})

test('the question is shown where it is called for, and nothing where there is none', async () => {
  const asking = { rubricPrompt: `Q: {{query}}.\n${rubricPrompt}` }
  expect((await assess(reply, { ...asking, userInput: 'How is Oslo?' })).calls[0]?.messages[0]?.parts[0]?.text).toMatch(
    /^Q: How is Oslo\?\./,
  )
  expect((await assess(reply, asking)).calls[0]?.messages[0]?.parts[0]?.text).toMatch(/^Q: \.\n/)
})

test('a reply without marked lines is called for once more, with the form named, and then is invalid', async () => {
  const { claims, calls, repairs } = await assess(['All of it is found.', reply])
  expect(claims).toHaveLength(2)
  expect(calls[1]?.messages.at(-1)?.parts[0]?.text).toMatch(
    /no line in it has a marker.*\nDo the task again. Write every statement on a line of its own/,
  )
  expect(repairs).toEqual([expect.stringContaining('rubric: requested again')])
  await expect(assess(['All of it is found.', 'Really.'])).rejects.toMatchObject({ kind: 'invalid_reply' })
})

describe('what is no answer has its kind', () => {
  test.each([
    ['', 'empty_reply'],
    ['<think>[FOUND] A is b.</think>', 'empty_reply'],
    [{ text: '', finishReason: 'refusal' }, 'refused'],
    [{ text: reply, finishReason: 'content_filter' }, 'content_filter'],
  ] as const)('%j', async (given, kind) => {
    await expect(assess(given)).rejects.toMatchObject({ kind })
  })

  test('a cut list of marks is never counted', async () => {
    const cut = { text: reply, finishReason: 'length' } as const
    await expect(assess([cut, cut])).rejects.toMatchObject({ kind: 'truncated' })
  })
})

test('marks made in reasoning do not count', async () => {
  const { claims, repairs } = await assess(`<think>\nMaybe it is warm. [FOUND]\n</think>\n${reply}`)
  expect(claims).toHaveLength(2)
  expect(repairs).toEqual(['reasoning removed'])
})

test('the hash is that of the text, and the configuration holds it', () => {
  const judge = scriptedAdapter('')
  const one = rubricAssessor({ judge, rubricPrompt })
  const other = rubricAssessor({ judge, rubricPrompt: `${rubricPrompt}!` })
  expect(one).toMatchObject({
    id: 'rubric',
    signature: 'scripted:scripted',
    config: { type: 'rubric', judge: judge.fingerprint, rubricPrompt },
  })
  expect(one.promptHash).toMatch(/^[0-9a-f]{64}$/)
  expect(other.promptHash).not.toBe(one.promptHash)
  expect(rubricAssessor({ judge, rubricPrompt }).promptHash).toBe(one.promptHash)
})

test.each(['Context: {{context}} (end). Truth: {{groundTruth}}', '<c>{{context}}</c><t>{{groundTruth}}</t>'])(
  'a marked line of the data is an echo, also where words of the prompt share its line: %s',
  async (inline) => {
    const assessor = rubricAssessor({ judge: scriptedAdapter('All is well. [FOUND]\nOslo is cold. [NOT FOUND]'), rubricPrompt: inline })
    const { claims, verdicts } = await assessor.assess({
      reference: 'Oslo is cold.',
      contexts: ['All is well. [FOUND]'],
      runtime: createDirectRuntime(),
    })
    expect(claims.map(({ text }) => text)).toEqual(['Oslo is cold.'])
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['unsupported'])
  },
)
