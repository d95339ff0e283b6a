import { AssayError, createDirectRuntime } from '@assay/core'
import { cascade, type ClaimVerifier, lexicalScreen, llmExtractor, panel, votes } from '@assay/judge'
import { describe, expect, test } from 'vitest'
import { judgeOf, numbered, seeded } from './__fixtures__/judges.ts'
import { contextRecall } from './context-recall.ts'

const sample = { reference: 'Any reference.', retrievedContexts: ['Any context.'] }
const claims = ['The tower is old.', 'The tower is high.']

describe('a judge that errs with probability p on each verdict, independently', () => {
  const CLAIMS = 100
  const ROWS = 40
  /** An error in the majority of three, and of five, independent verdicts. */
  const theory = {
    1: (p: number) => p,
    3: (p: number) => 3 * p ** 2 - 2 * p ** 3,
    5: (p: number) => 10 * p ** 3 - 15 * p ** 4 + 6 * p ** 5,
  }

  /** Mean recall where every claim is truly supported, or none is. */
  async function meanRecall(count: 1 | 3 | 5, p: number, truth: boolean): Promise<number> {
    const random = seeded(17 * count + (truth ? 1 : 0))
    const judge = judgeOf({ claims: [], supports: () => (random() < p ? !truth : truth) })
    const metric = contextRecall({ judge, claims: numbered(CLAIMS), votes: count })
    const runtime = createDirectRuntime()
    let sum = 0
    for (let row = 0; row < ROWS; row += 1) sum += (await metric.score(sample, runtime)).value ?? Number.NaN
    return sum / ROWS
  }

  test.each([0.1, 0.2, 0.35])('has the recall error that theory gives for 1, 3 and 5 votes: p = %d', async (p) => {
    for (const count of [1, 3, 5] as const) {
      const error = theory[count](p)
      // Four standard errors of a share among all claims of all rows.
      const tolerance = 4 * Math.sqrt((error * (1 - error)) / (CLAIMS * ROWS))
      expect(Math.abs(1 - (await meanRecall(count, p, true)) - error)).toBeLessThan(tolerance)
      expect(Math.abs((await meanRecall(count, p, false)) - error)).toBeLessThan(tolerance)
    }
  })

  test('shows the agreement that theory gives: unanimous with (1 − p)³ + p³', async () => {
    const p = 0.2
    const random = seeded(5)
    const judge = judgeOf({ claims: [], supports: (_id) => random() >= p })
    const { detail } = await contextRecall({ judge, claims: numbered(2000), votes: 3 }).score(sample)
    const share = (1 - p) ** 3 + p ** 3
    expect(Math.abs((detail?.agreement?.unanimousShare ?? 0) - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 2000))
  })
})

describe('votes in a score', () => {
  test('redo verification only, and their usage is counted', async () => {
    const judge = judgeOf({ claims, supports: (id, call) => id === 'c1' || call === 1 })
    const score = await contextRecall({ judge, votes: 3 }).score(sample)
    expect(judge.calls.map(({ output }) => output?.name)).toEqual(['claims', 'verdicts', 'verdicts', 'verdicts'])
    expect(score).toMatchObject({
      value: 0.5,
      usage: { calls: 4 },
      detail: { agreement: { claims: 2, unanimous: 1, unanimousShare: 0.5 } },
    })
  })

  test('that agree at temperature 0 are told as repeats; a panel that agrees is not', async () => {
    const conduct = { claims, supports: () => true }
    const repeated = await contextRecall({ judge: judgeOf(conduct), votes: 3 }).score(sample)
    expect(repeated.detail?.agreement).toEqual({ claims: 2, unanimous: 2, unanimousShare: 1, repeats: 2 })
    const judges = ['a', 'b', 'c'].map((modelId) => judgeOf(conduct, modelId))
    const heard = await contextRecall({ judge: panel(judges), claims: numbered(2) }).score(sample)
    expect(heard.detail?.agreement).toEqual({ claims: 2, unanimous: 2, unanimousShare: 1, repeats: 0 })
  })

  test('without a majority leave the row unscored, with all votes on record', async () => {
    const refusal = new AssayError({ kind: 'refused', message: 'refused' })
    const judge = judgeOf({
      claims,
      supports: (id, call) => id === 'c1' || call === 1,
      distort: (list, call) => (call === 0 ? refusal : list),
    })
    const score = await contextRecall({ judge: votes(judge, 3, { quorum: 2 }), claims: numbered(2) }).score(sample)
    expect(score).toMatchObject({
      status: 'unscored',
      value: null,
      cause: 'no_majority',
      reason: '1 of 2 claims are supported by the retrieved contexts; on 1 as many valid votes were cast for as against.',
      detail: { verdicts: [{ outcome: 'supported' }, { outcome: 'undecided', votes: [{ outcome: null }, { outcome: 'supported' }, {}] }] },
    })
  })

  test('of which one fails leave the row unscored with its cause, and the usage of all', async () => {
    const judge = judgeOf({
      claims,
      supports: () => true,
      distort: (list, call) => (call === 2 ? { text: '', finishReason: 'refusal' } : list),
    })
    const score = await contextRecall({ judge, votes: 3 }).score(sample)
    expect(score).toMatchObject({ status: 'unscored', cause: 'refused', usage: { calls: 4 } })
    expect(score.detail?.repairs).toEqual(['vote 2 of 3, scripted:scripted: failed (refused)'])
  })
})

test('a cascade shows its saving in the usage, and who decided in the verdicts', async () => {
  const judge = judgeOf({ claims: [], supports: () => true })
  const cheap: ClaimVerifier = { ...lexicalScreen() }
  const metric = contextRecall({ judge: cascade(cheap, judge) })
  const english = { retrievedContexts: ['The town of Brenn lies on the river Orle, and its mills were built in 1904.'] }
  const gone = await metric.score({ reference: 'Several committees approved the yearly budgets.', ...english })
  expect(gone).toMatchObject({ value: 0, usage: { calls: 0 }, detail: { verdicts: [{ decidedBy: 'lexical-no-overlap@1' }] } })
  const mixed = await metric.score({ reference: 'Several committees approved the yearly budgets. Brenn lies on the Orle.', ...english })
  expect(mixed).toMatchObject({ value: 0.5, usage: { calls: 1 }, detail: { denominator: 'extractor' } })
  expect(mixed.detail?.verdicts?.map(({ decidedBy }) => decidedBy)).toEqual(['lexical-no-overlap@1', 'scripted:scripted'])
  expect(mixed.detail).not.toHaveProperty('agreement')
  expect(metric).toMatchObject({ kind: 'llm', evidence: 'judge' })
})

test('a cascade of screens only is scored with its range', async () => {
  const metric = contextRecall({ judge: cascade(lexicalScreen(), lexicalScreen()) })
  const reference = 'The mills of Brenn are old and were rebuilt near the river.'
  const score = await metric.score({ reference, retrievedContexts: ['The mills of Brenn stand near the old river.'] })
  expect(metric).toMatchObject({ kind: 'non-llm', evidence: 'screen' })
  expect(score).toMatchObject({ status: 'scored', range: [0, 1] })
})

describe('over a run', () => {
  async function summaryOf(verifier: ClaimVerifier, count: number, rows = 1) {
    const metric = contextRecall({ extractor: numbered(count), verifier })
    const summary = metric.summarize?.()
    for (let row = 0; row < rows; row += 1) summary?.add(await metric.score(sample), { id: `row-${row}` })
    return summary?.result()
  }
  const says = (modelId: string, ...ids: string[]) => judgeOf({ claims: [], supports: (id) => ids.includes(id) }, modelId)

  test('alpha is over all claims of all rows, as Krippendorff computes it', async () => {
    // Each row has the values 1 1 1 and 1 0 0. Alone: 1 − 2 / (2·4·2 / 5). Ten of them: 1 − 20 / (2·40·20 / 59).
    const verifier = panel([says('a', 'c1', 'c2'), says('b', 'c1'), says('c', 'c1')])
    expect(await summaryOf(verifier, 2)).toEqual({
      claims: 2,
      decidedBy: { 'panel(scripted:a;scripted:b;scripted:c)': 2 },
      votes: { claims: 2, unanimous: 1, repeats: 0, unanimousShare: 0.5, krippendorffAlpha: expect.closeTo(3 / 8, 12), noAlpha: null },
      note: "votes agree on 1 of 2 claims; Krippendorff's alpha 0.375",
    })
    const ten = await summaryOf(verifier, 2, 10)
    expect(ten).toMatchObject({ claims: 20, votes: { claims: 20, krippendorffAlpha: expect.closeTo(0.2625, 12) } })
  })

  test('unanimous votes at temperature 0 are told as repeats', async () => {
    const summary = await summaryOf(votes(says('a', 'c1'), 3), 2)
    expect(summary?.['note']).toBe(
      "votes agree on 2 of 2 claims; Krippendorff's alpha 1.000; 2 of these are repeats of one judge at temperature 0, not independent votes",
    )
    expect((await summaryOf(votes(says('a'), 3), 2))?.['note']).toContain("no Krippendorff's alpha (all pairable values are the same)")
  })

  test('a cascade tells how much each step decided', async () => {
    const metric = contextRecall({ judge: cascade(lexicalScreen(), says('a', 'c2')) })
    const summary = metric.summarize?.()
    summary?.add(
      await metric.score({
        reference: 'Several committees approved the yearly budgets. Brenn lies on the Orle.',
        retrievedContexts: ['The town of Brenn lies on the river Orle.'],
      }),
      { id: 'brenn' },
    )
    expect(summary?.result()).toEqual({
      claims: 2,
      decidedBy: { 'lexical-no-overlap@1': 1, 'scripted:a': 1 },
      votes: null,
      note: 'lexical-no-overlap@1 decided 1 of 2, scripted:a decided 1 of 2',
    })
  })

  test('a single judge has nothing to sum up', () => {
    expect(contextRecall({ extractor: llmExtractor({ judge: says('a') }), verifier: { ...lexicalScreen() } })).not.toHaveProperty(
      'summarize',
    )
    expect(
      contextRecall({ judge: says('a') })
        .summarize?.()
        .result(),
    ).not.toHaveProperty('note')
  })
})
