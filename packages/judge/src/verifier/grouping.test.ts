import { createDirectRuntime, estimateCallTokens, meterRuntime, type Runtime, Suspended } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { claimsOf } from '../__fixtures__/judging.ts'
import { shownIn, windowedJudge } from '../__fixtures__/windowed-judge.ts'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier, Verification, VerifyInput } from '../claim-verifier.ts'
import { panel } from '../votes/panel.ts'
import { votes } from '../votes/votes.ts'
import { llmVerifier } from './llm-verifier.ts'

/** About 330 tokens each, all different. */
const filler = (topic: string): string => Array.from({ length: 20 }, (_, at) => `Of ${topic} the ${word(at)} thing is told.`).join(' ')
const word = (at: number): string => 'abcdefghijklmnopqrstuvwxyz'[at % 26]?.repeat(8 + Math.floor(at / 26)) ?? ''
const contexts = [
  ' ',
  filler('rain'),
  `The Harle bridge was opened in May. ${filler('stone')}`,
  filler('wood'),
  filler('steel'),
  filler('iron'),
  filler('rain'),
  `${filler('glass')} Ida Morn built the Harle bridge.`,
]
const claims: Claim[] = [
  { id: 'c1', text: 'The Harle bridge was opened in May.' },
  { id: 'c2', text: 'The Harle bridge was opened in May. Ida Morn built the Harle bridge.' },
  { id: 'c3', text: 'The Harle bridge fell.' },
]
const WINDOW = 4_000

async function run(verifier: ClaimVerifier, input: Partial<VerifyInput> = {}) {
  const runtime = meterRuntime(createDirectRuntime())
  let verification: Verification | undefined
  const outcome = await verifier.verify({ claims, contexts, runtime, ...input }).then(
    (found) => (verification = found),
    (error: unknown) => error,
  )
  const { verdicts = [], repairs = [], groups = 1 } = verification ?? {}
  return { outcome, verdicts, outcomes: verdicts.map((verdict) => verdict.outcome), groups, repairs, usage: runtime.usage() }
}

describe.each(['batched', 'per-claim'] as const)('contexts too long for the window, %s', (strategy) => {
  test('are verified in groups, none of whose calls exceeds it with its reply', async () => {
    const judge = windowedJudge(WINDOW)
    const { outcomes, groups } = await run(llmVerifier({ judge, strategy }))
    expect(outcomes).toEqual(['supported', 'supported', 'unsupported'])
    expect(judge.refused()).toBe(0)
    expect(groups).toBeGreaterThan(1)
    for (const call of judge.calls) expect(estimateCallTokens(call) + (call.maxOutputTokens ?? 0)).toBeLessThanOrEqual(WINDOW)
  })

  test('are all shown to every claim, blank and repeated ones aside', async () => {
    const judge = windowedJudge(WINDOW)
    await run(llmVerifier({ judge, strategy }))
    for (const { id } of claims) {
      const seen = new Set(judge.calls.map(shownIn).flatMap((shown) => (shown.claims.has(id) ? shown.contexts : [])))
      expect(seen).toEqual(new Set(contexts.filter((text) => text !== ' ')))
    }
  })

  test('support a claim whose halves stand in two groups, through one more call with what ranks highest for it', async () => {
    const judge = windowedJudge(WINDOW)
    const { verdicts } = await run(llmVerifier({ judge, strategy, requireQuote: true }))
    const last = judge.calls.map(shownIn).findLast((shown) => shown.claims.has('c2'))
    expect(last?.contexts).toEqual(expect.arrayContaining([contexts[2], contexts[7]]))
    expect(last?.claims.has('c1')).toBe(false)
    expect(verdicts[1]?.evidence).toMatchObject([
      { context: 2, verified: true },
      { context: 7, verified: true },
    ])
  })

  test('are named by their place in the full list', async () => {
    const { verdicts } = await run(llmVerifier({ judge: windowedJudge(WINDOW), strategy }))
    for (const { evidence } of verdicts) {
      for (const { context, quote, span } of evidence) expect(contexts[context]?.slice(...(span ?? []))).toBe(quote)
    }
    expect(verdicts[0]?.evidence).toMatchObject([{ context: 2, span: [0, 35] }])
  })

  test('are left unverified, without a call, where grouping is off', async () => {
    const judge = windowedJudge(WINDOW)
    const { outcome } = await run(llmVerifier({ judge, strategy, grouping: false }))
    expect(outcome).toMatchObject({ kind: 'context_overflow', message: expect.stringContaining('grouping is off') })
    expect(judge.calls).toHaveLength(0)
  })

  test('are halved where only the provider knows its window', async () => {
    const judge = windowedJudge(1_800, { tells: false, countsReply: false })
    const { outcomes, groups, usage } = await run(llmVerifier({ judge, strategy }))
    expect(outcomes).toEqual(['supported', 'supported', 'unsupported'])
    expect(judge.refused()).toBeGreaterThan(0)
    expect(groups).toBeGreaterThan(1)
    expect(usage.calls).toBe(judge.calls.length)
    expect(usage.inputTokens).toBeGreaterThan(0)
  })

  test('are not halved where grouping is off', async () => {
    const judge = windowedJudge(1_800, { tells: false, countsReply: false })
    const { outcome } = await run(llmVerifier({ judge, strategy, grouping: false }))
    expect(outcome).toMatchObject({ kind: 'context_overflow' })
    expect(judge.refused()).toBe(judge.calls.length)
  })

  test('that no halving makes fit are an overflow after a bounded number of calls', async () => {
    const judge = windowedJudge(10, { tells: false })
    const { outcome } = await run(llmVerifier({ judge, strategy }), { claims: claims.slice(0, 1) })
    expect(outcome).toMatchObject({ kind: 'context_overflow' })
    expect(judge.calls.length).toBeLessThanOrEqual(6 * 2 ** 5)
  })

  test('and the same replies once more give the same verdicts, also where each came late', async () => {
    const judge = windowedJudge(WINDOW)
    const straight = await run(llmVerifier({ judge, strategy }))
    const known = new Map<string, unknown>()
    const direct = createDirectRuntime()
    const late: Runtime = {
      ...direct,
      async generate(adapter, call, options) {
        const key = JSON.stringify(call)
        if (!known.has(key)) {
          known.set(key, await adapter.doGenerate(call))
          throw new Suspended()
        }
        const reply = known.get(key) as Awaited<ReturnType<typeof adapter.doGenerate>>
        return { value: options.read(reply), reply, attempts: 1, latencyMs: null, stored: true }
      },
    }
    const again = windowedJudge(WINDOW)
    const verifier = llmVerifier({ judge: again, strategy })
    let rounds = 0
    let result = await run(verifier, { runtime: late })
    for (; Suspended.is(result.outcome); rounds += 1) result = await run(verifier, { runtime: late })
    expect(result.outcome).toEqual(straight.outcome)
    expect(result.groups).toEqual(straight.groups)
    expect(rounds).toBe(2)
    expect(again.calls).toHaveLength(judge.calls.length)
  })
})

describe('a context that is too long by itself', () => {
  const long = `${filler('rain')} ${filler('stone')} ${filler('wood')} ${filler('steel')} Ida Morn built the Harle bridge. ${filler('iron')}`
  const asked = [{ id: 'c1', text: 'Ida Morn built the Harle bridge.' }]

  test.each([
    ['where the window is known', windowedJudge(WINDOW)],
    ['where only the provider knows it', windowedJudge(1_700, { tells: false, countsReply: false })],
  ])('is shown in parts cut between sentences, and quotes are placed in the whole: %s', async (_name, judge) => {
    const { verdicts, groups } = await run(llmVerifier({ judge }), { contexts: ['', long], claims: asked })
    expect(groups).toBeGreaterThan(1)
    const start = long.indexOf('Ida Morn')
    expect(verdicts[0]).toMatchObject({ outcome: 'supported', evidence: [{ context: 1, verified: true, span: [start, start + 32] }] })
    const parts = judge.calls.flatMap((call) => shownIn(call).contexts)
    for (const part of parts) expect(long).toContain(part)
    for (const sentence of long.split(/(?<=\.) /)) expect(parts.some((part) => part.includes(sentence))).toBe(true)
  })

  test('is an overflow that names it where one sentence is too long', async () => {
    const { outcome } = await run(llmVerifier({ judge: windowedJudge(WINDOW) }), {
      contexts: ['Short.', 'endless '.repeat(2_000)],
      claims: asked,
    })
    expect(outcome).toMatchObject({ kind: 'context_overflow', message: expect.stringContaining('retrievedContexts[1]') })
  })
})

describe('many claims', () => {
  test('are called about in chunks that leave room for their verdicts, each exactly once', async () => {
    const judge = windowedJudge(WINDOW)
    const many = claimsOf(30)
    const { verdicts, groups } = await run(llmVerifier({ judge }), { claims: many, contexts: ['Claim 7.'] })
    expect(verdicts.map(({ claim }) => claim)).toEqual(many.map(({ id }) => id))
    expect(judge.calls.length).toBeGreaterThan(1)
    expect(judge.calls.flatMap((call) => [...shownIn(call).claims.keys()])).toEqual(many.map(({ id }) => id))
    for (const call of judge.calls) expect(256 * shownIn(call).claims.size).toBeLessThanOrEqual(call.maxOutputTokens ?? 0)
    expect(groups).toBe(1)
  })

  test('are at most 48 to a call where nothing is known of the window', async () => {
    const judge = windowedJudge(1_000_000, { tells: false })
    const { verdicts } = await run(llmVerifier({ judge }), { claims: claimsOf(100), contexts: ['Claim 7.'] })
    expect(verdicts).toHaveLength(100)
    expect(judge.calls.map((call) => shownIn(call).claims.size)).toEqual([48, 48, 4])
    expect(judge.calls.every((call) => call.messages[1]?.parts[0]?.cache)).toBe(true)
  })
})

test('contexts stay together where fewer claims at a time make room for them in at most four calls, and are grouped beyond', async () => {
  const judge = windowedJudge(16_000)
  const pages = Array.from({ length: 40 }, (_, at) => filler(word(at)))
  const shown = async (count: number, of: number): Promise<number[]> => {
    const before = judge.calls.length
    await run(llmVerifier({ judge }), { claims: claimsOf(count), contexts: pages.slice(0, of) })
    return judge.calls.slice(before).map((call) => shownIn(call).contexts.length)
  }
  expect(await shown(16, 24)).toEqual([24, 24])
  expect(judge.refused()).toBe(0)
  expect(Math.max(...(await shown(16, 32)))).toBeLessThan(32)
  expect(await shown(1, 32)).toEqual([32])
  expect(judge.refused()).toBe(0)
})

test('contexts that fit are shown together, as one group', async () => {
  const judge = windowedJudge(100_000)
  const { groups, outcomes } = await run(llmVerifier({ judge }))
  expect(judge.calls).toHaveLength(1)
  expect([groups, outcomes]).toEqual([1, ['supported', 'supported', 'unsupported']])
})

test('votes and panels group as their members do', async () => {
  const small = windowedJudge(WINDOW)
  const voted = await run(votes(llmVerifier({ judge: small }), 3))
  expect(voted.outcomes).toEqual(['supported', 'supported', 'unsupported'])
  expect(voted.groups).toBe((await run(llmVerifier({ judge: small }))).groups)
  expect(voted.groups).toBeGreaterThan(1)
  const mixed = await run(panel([small, windowedJudge(100_000), windowedJudge(WINDOW)]))
  expect(mixed.outcomes).toEqual(voted.outcomes)
  expect(mixed.groups).toBe(voted.groups)
})

test('grouping that is off stands in signature and configuration, grouping that is on in neither', () => {
  const judge = windowedJudge(WINDOW)
  const off = llmVerifier({ judge, grouping: false })
  expect(off.signatureOptions).toContainEqual(['grouping', false])
  expect(off.config).toMatchObject({ grouping: false })
  expect(llmVerifier({ judge }).config).not.toHaveProperty('grouping')
})
