import { AssayError, createDirectRuntime, noUsage, type Score } from '@assay/core'
import { estimateCallTokens, lexicalScreen } from '@assay/judge'
import { scriptedAdapter, type ScriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { claimIdsOf } from './__fixtures__/judges.ts'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallDetail } from './context-recall-detail.ts'

const WINDOW = 4_000
const page = (topic: string): string => `${`Much is told of ${topic} here and there. `.repeat(25)}The end of ${topic}.`
const sample = {
  reference: 'The end of rain. The end of glass. The end of all.',
  retrievedContexts: ['rain', 'stone', 'wood', 'steel', 'iron', 'glass'].map(page),
}

/** Fails above its window. It supports a claim whose text stands in what it is shown. */
function windowed(capabilities = { contextWindow: WINDOW }): ScriptedAdapter {
  return scriptedAdapter(
    (call) => {
      if (estimateCallTokens(call) + (call.maxOutputTokens ?? 0) > WINDOW)
        return new AssayError({ kind: 'context_overflow', message: 'too long' })
      const [contexts = '', question = ''] = call.messages[1]?.parts.map(({ text }) => text) ?? []
      const verdicts = claimIdsOf(call).map((claim) => {
        const text = new RegExp(` id="${claim}">\n(.*)\n`).exec(question)?.[1] ?? '?'
        return { claim, reason: 'r', evidence: [], supported: contexts.includes(text) }
      })
      return { text: JSON.stringify({ verdicts }), usage: { ...noUsage, calls: 1, inputTokens: 100, outputTokens: 1 } }
    },
    { capabilities },
  )
}

const score = (options: { strategy?: 'batched' | 'per-claim'; votes?: number; grouping?: boolean } = {}, judge = windowed()) =>
  contextRecall({ judge, claims: 'sentences', ...options }).score(sample, createDirectRuntime())

describe('contexts too long for the judge’s window', () => {
  test.each([{}, { strategy: 'per-claim' as const }, { votes: 3 }])(
    'change no denominator, are counted in the detail, and cost what all calls cost: %j',
    async (options) => {
      const judge = windowed()
      const found = await score(options, judge)
      expect(found).toMatchObject({ status: 'scored', value: 2 / 3, detail: { grouped: expect.any(Number) } })
      expect(found.detail?.grouped).toBeGreaterThan(1)
      expect(found.usage).toMatchObject({ calls: judge.calls.length, inputTokens: 100 * judge.calls.length })
    },
  )

  test.each([{}, { strategy: 'per-claim' as const }, { votes: 3 }])('leave the row unscored where grouping is off: %j', async (options) => {
    expect(await score({ ...options, grouping: false })).toMatchObject({
      status: 'unscored',
      cause: 'context_overflow',
      usage: { calls: 0 },
      detail: { claims: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }] },
    })
  })

  test('leave a single pass unscored', async () => {
    const judge = windowed()
    const retrievedContexts = [...sample.retrievedContexts, page('tin'), page('lead'), page('zinc'), page('gold')]
    const found = await contextRecall({ judge, strategy: 'single-pass' }).score({ ...sample, retrievedContexts }, createDirectRuntime())
    expect(found).toMatchObject({ status: 'unscored', cause: 'context_overflow', usage: { calls: 0 } })
    expect(judge.calls).toHaveLength(0)
  })
})

test('contexts that fit are shown together, and the detail says nothing of groups', async () => {
  const found = await contextRecall({ judge: windowed(), claims: 'sentences' }).score(
    { ...sample, retrievedContexts: sample.retrievedContexts.slice(0, 1) },
    createDirectRuntime(),
  )
  expect(found).toMatchObject({ status: 'scored', value: 1 / 3 })
  expect(found.detail).not.toHaveProperty('grouped')
})

test('rows verified in groups are counted over a run, in words beside the mean', async () => {
  const metric = contextRecall({ judge: windowed(), claims: 'sentences' })
  const short = { ...sample, retrievedContexts: ['The end of rain.'] }
  const scores: Score<ContextRecallDetail>[] = []
  for (const row of [sample, short, sample]) scores.push(await metric.score(row, createDirectRuntime()))
  const summary = metric.summarize?.()
  for (const one of scores) summary?.add(one, { id: 'a' })
  expect(summary?.result()).toMatchObject({ grouped: 2, note: '2 rows verified in groups of contexts' })
  const single = metric.summarize?.()
  for (const one of scores.slice(0, 2)) single?.add(one, { id: 'a' })
  expect(single?.result()).toMatchObject({ grouped: 1, note: '1 row verified in groups of contexts' })
})

test('grouping that is off stands in the signature', () => {
  const signature = (grouping?: boolean): string => contextRecall({ judge: windowed(), grouping }).signature
  expect(signature(false)).toContain('|grouping:false|')
  expect(signature(true)).toBe(signature())
})

test('grouping where it has no effect is a config error', () => {
  for (const grouping of [true, false]) {
    expect(() => contextRecall({ judge: windowed(), strategy: 'single-pass', grouping })).toThrow(
      expect.objectContaining({ kind: 'config' }),
    )
    expect(() => contextRecall({ judge: lexicalScreen(), grouping })).toThrow('grouping has no effect on lexical@1')
  }
})
