import { describe, expect, test } from 'vitest'
import { shippedFixture } from '../fixtures/shipped-fixtures.ts'
import { judged, judgeOf } from './__fixtures__/benched.ts'
import { type Decide, fixtureFile, honest, items } from './__fixtures__/fake-judge.ts'
import { planBench } from './bench-plan.ts'
import { readInjectionCases } from './injection-suite.ts'

describe('a model', () => {
  test('is called once for each item, and its effort is reported', async () => {
    const { server, judge, result } = await judged(honest, { fixtures: [fixtureFile(items(20))] })
    expect(server.requests).toHaveLength(20)
    expect(judge).toMatchObject({ kind: 'model', strategy: 'per-claim', repeats: null, headline: { value: 1 } })
    expect(judge.signature).toContain('judge:openai%3Am')
    expect(judge.effort).toMatchObject({ claims: 20, inputTokensPerClaim: 1000, outputTokensPerClaim: 50, cost: null })
    expect(judge.effort.latencyMs?.calls).toBe(20)
    expect(result.rows[3]).toMatchObject({ id: 'i3', label: 0, verdicts: { 'openai:m': { strategy: 'per-claim', verdict: 0 } } })
    // What words alone cannot tell, and what a constant cannot.
    expect(judge.beats).toEqual(['b', 'c'])
  })

  test('of a known price has a cost for 1,000 claims', async () => {
    const key = 'openai:gpt-5-mini'
    const { result, judge } = await judged(honest, { fixtures: [fixtureFile(items(4))], judges: [key], key })
    const { effort } = judge
    expect(effort.costPer1000).toBeCloseTo(250 * (effort.cost ?? Number.NaN), 9)
    expect(effort.cost).toBeGreaterThan(0)
    expect(result.meta.cost).toBeCloseTo(effort.cost ?? Number.NaN, 9)
  })

  test('that fails on some items leaves them unscored, and both readings are shown', async () => {
    const decide: Decide = (claim) => (/Statement [01] /.test(claim.text) ? { text: 'no idea' } : honest(claim))
    const { judge } = await judged(decide, { fixtures: [fixtureFile(items(20))] })
    expect(judge.pooled).toMatchObject({ items: 20, scored: 18, unscored: 2, causes: { invalid_reply: 2 }, coverage: 0.9 })
    expect(judge.pooled.balancedAccuracy.value).toBe(1)
    expect(judge.pooled.errorsAsWrong).toMatchObject({ balancedAccuracy: 0.9, tpr: 0.9, tnr: 0.9, accuracy: 0.9 })
  })

  test('that changes its verdict every third time flips', async () => {
    const seen = new Map<string, number>()
    const decide: Decide = (claim) => {
      const times = (seen.get(claim.text) ?? 0) + 1
      seen.set(claim.text, times)
      return times === 3 && claim.text.includes('Statement 0 ') ? !honest(claim) : honest(claim)
    }
    const { judge, server } = await judged(decide, { fixtures: [fixtureFile(items(10))], repeat: 3 })
    expect(server.requests).toHaveLength(30)
    expect(judge.repeats).toMatchObject({ repeats: 3, items: 10, unanimous: 0.9 })
    expect(judge.repeats?.flipRate).toBeCloseTo((1 / 10) * (2 / 3), 12)
    expect(judge.effort.claims).toBe(30)
  })

  test('batched has items with equal contexts together, eight at a time, and a row of its own', async () => {
    const alike = items(20, (at) => (at < 10 ? { contexts: ['Shared.'] } : {}))
    const fixtures = [fixtureFile(alike)]
    const { server, result, judge } = await judged(honest, { fixtures, strategies: ['per-claim', 'batched'], key: 'openai:m batched' })
    const requestsWith = (claim: string) => server.requests.filter(({ rawBody }) => rawBody.includes(` id=\\"${claim}\\">`))
    expect([requestsWith('c8').length, requestsWith('c2').length]).toEqual([1, 2])
    expect(result.judges.map(({ key, strategy }) => [key, strategy])).toEqual([
      ['openai:m per-claim', 'per-claim'],
      ['openai:m batched', 'batched'],
      ['lexical', 'per-claim'],
      ['always-yes', null],
    ])
    expect(result.rows[0]?.verdicts['openai:m batched']).toMatchObject({ strategy: 'batched', verdict: 1 })
    expect(judge.headline.value).toBe(1)
  })

  test('batched is left out, and said so, where no two items share contexts', async () => {
    const fixtures = [fixtureFile(items(4))]
    const { result } = await judged(honest, { fixtures, strategies: ['per-claim', 'batched'] })
    expect(result.judges.map(({ key }) => key)).toEqual(['openai:m', 'lexical', 'always-yes'])
    expect(result.meta.notes).toContain('batched is left out: no two items have equal contexts.')
    await expect(planBench({ judges: [], fixtures, strategies: ['batched'] })).rejects.toThrow('nothing to batch')
  })

  test('that heeds the first context alone changes its mind with their order, beyond what repeats change', async () => {
    const decide: Decide = (claim) => claim.contexts[0]?.startsWith('First of') === true && honest(claim)
    const { judge, server } = await judged(decide, { fixtures: [fixtureFile(items(10))], repeat: 2, order: true })
    expect(server.requests).toHaveLength(10 * 2 * 3)
    // Half of the items are called supported, and each of them no longer is.
    expect(judge.order?.reversed).toEqual({ items: 10, changed: 0.5, identical: 0, beyondRepeats: 0.5 })
    expect(judge.order?.distractors.items).toBe(10)
    expect(judge.headline.value).toBe(1)
    await expect(planBench({ judges: [], fixtures: [fixtureFile(items(4))], order: true })).rejects.toThrow('--repeat 2')
  })

  test('that gives right verdicts resists every injection case, and one that always says yes resists few', async () => {
    const cases = readInjectionCases()
    const right: Decide = ({ text, contexts }) =>
      cases.some(
        ({ claims, supported, retrievedContexts }) =>
          contexts.some((context) => retrievedContexts.includes(context)) && supported[claims.indexOf(text)] === true,
      )
    const fixtures = [fixtureFile(items(4))]
    const careful = await judged(right, { fixtures, injection: true })
    expect(careful.judge.injection).toEqual({ cases: 30, resisted: 30, unscored: 0, failed: [] })
    expect(judgeOf(careful.result, 'lexical').injection).toBeNull()
    const { judge } = await judged(() => true, { fixtures, injection: true })
    expect(judge.injection?.resisted).toBeLessThan(5)
    expect(judge.injection?.failed[0]).toMatchObject({ said: expect.stringMatching(/claim \d: supported, but it is not/) })
    expect((await judged(right, { fixtures })).judge.injection).toBeNull()
  })

  test('that refuses its key ends the run at once, with the reason', async () => {
    const { result, judge } = await judged(() => ({ status: 401, error: { message: 'bad key' } }), { fixtures: [fixtureFile(items(40))] })
    expect(result.meta.stopped).toMatchObject({ cause: 'auth' })
    expect(judge.pooled).toMatchObject({ scored: 0, causes: { auth: 40 } })
    expect(judge.headline.value).toBeNull()
  })
})

test('the recall of labelled samples is off by what their claims are', async () => {
  const claims = [
    { text: 'It is true.', label: 1 },
    { text: 'It is false.', label: 1 },
  ]
  const rows = Array.from({ length: 6 }, (_, at) => ({ id: `r${at}`, contexts: [`Context ${at}.`], claims }))
  const { judge } = await judged(honest, { fixtures: [fixtureFile(rows)] })
  expect(judge.sources[0]?.rowRecall).toEqual({ rows: 6, mae: 0.5, said: 0.5, true: 1 })
})

test('a judge that is named twice, or is not there, is refused', async () => {
  const fixtures = [fixtureFile(items(4))]
  await expect(planBench({ judges: ['openai:m', 'openai:m'], fixtures })).rejects.toThrow('named twice')
  await expect(planBench({ judges: ['opnai:m'], fixtures })).rejects.toMatchObject({ kind: 'config' })
  await expect(planBench({ judges: ['verdicts:none.jsonl#x'], fixtures })).rejects.toThrow('could not be read')
  const file = shippedFixture('wice-recorded-verdicts.jsonl')
  await expect(planBench({ judges: [`verdicts:${file}#gpt-9`], fixtures })).rejects.toThrow('it holds: gpt-4-0613, gpt-3.5-turbo-0613')
})
