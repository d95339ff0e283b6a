import { readFileSync } from 'node:fs'
import { AssayError, type FinishReason, type LLMReply, unknownUsage } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { claimIdDefect } from '../verifier/claim-id-defect.ts'
import { claimsShape } from '../wire/texts-shape.ts'
import { verdictsShape } from '../wire/verdicts-shape.ts'
import { readReply } from './read-reply.ts'

type Expected = { claims: string[] } | { verdicts: Record<string, boolean> } | { error: string; message?: string }
type Case = {
  id: string
  shape: 'claims' | 'verdicts'
  text: string
  finishReason?: FinishReason
  prompt?: string[]
  asked?: string[]
  expected: Expected
  repairs?: string[]
}
type Corpus = { groups: { kind: string; cases: Case[] }[] }

const corpus = JSON.parse(readFileSync(new URL('./__fixtures__/replies.json', import.meta.url), 'utf8')) as Corpus

function replyOf(text: string, finishReason: FinishReason = 'stop'): LLMReply {
  return { text, finishReason, usage: unknownUsage() }
}

/** The reading of one case in the form in which the corpus states it. */
function outcome({ shape, text, finishReason, prompt, asked }: Case): { read: Expected; repairs: readonly string[] } {
  const reply = replyOf(text, finishReason)
  if (shape === 'claims') {
    const { value, repairs } = readReply(reply, claimsShape, { prompt })
    return { read: { claims: [...value] }, repairs }
  }
  const { value, repairs } = readReply(reply, verdictsShape, { prompt })
  const ids = value.map(({ claim }) => claim)
  const defect = asked === undefined ? undefined : claimIdDefect(asked, ids)
  if (defect !== undefined) throw new AssayError({ kind: 'invalid_reply', message: defect })
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

function thrownBy(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return error
  }
}
