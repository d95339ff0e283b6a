import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shippedFixture } from '../fixtures/shipped-fixtures.ts'
import { terminalReport } from '../report/terminal-report.ts'
import { bench, judgeOf } from './__fixtures__/benched.ts'

describe('recorded judges on the 300 shipped items', async () => {
  const file = shippedFixture('wice-recorded-verdicts.jsonl')
  const names = ['gpt-4-0613', 'gpt-3.5-turbo-0613']
  const result = await bench({
    judges: names.map((name) => `verdicts:${file}#${name}`),
    fixtures: [shippedFixture('wice-recorded-items.jsonl')],
  })
  const figuresOf = (name: string) => judgeOf(result, `${name} (recorded)`)

  test.each([
    ['gpt-4-0613', '0.769', '0.493', '0.810', '0.770', '0.787'],
    ['gpt-3.5-turbo-0613', '0.602', '0.124', '0.507', '0.390', '0.560'],
  ])(
    '%s: balanced accuracy, kappa, accuracy, and the reading per claim',
    (name, balanced, kappa, accuracy, claimAccuracy, claimBalanced) => {
      const { headline, sources, strategy, effort } = figuresOf(name)
      const [wice] = sources
      expect(headline.value?.toFixed(3)).toBe(balanced)
      expect(wice).toMatchObject({ source: 'wice-oracle-chunks', items: 300, clusters: 100, scored: 300, coverage: 1 })
      expect([wice?.kappa?.toFixed(3), wice?.accuracy?.toFixed(3)]).toEqual([kappa, accuracy])
      expect(wice?.perClaim).toMatchObject({ claims: 100, scored: 100 })
      expect(wice?.perClaim?.accuracy?.toFixed(3)).toBe(claimAccuracy)
      expect(wice?.perClaim?.balancedAccuracy.value?.toFixed(3)).toBe(claimBalanced)
      expect(strategy).toBeNull()
      expect(effort).toMatchObject({ cost: null, costPer1000: null, latencyMs: null })
    },
  )

  test('the interval counts claims: [0.66, 0.85] for GPT-4', () => {
    const { interval } = figuresOf('gpt-4-0613').headline
    expect([interval?.lo.toFixed(2), interval?.hi.toFixed(2)]).toEqual(['0.66', '0.85'])
    expect(interval).toMatchObject({ unit: 'cluster', clusters: 22, level: 0.95, few: false })
  })

  test('baselines are always there, and always-yes is at exactly one half', () => {
    expect(result.judges.map(({ key }) => key)).toEqual(['gpt-4-0613 (recorded)', 'gpt-3.5-turbo-0613 (recorded)', 'lexical', 'always-yes'])
    expect(judgeOf(result, 'always-yes').headline.value).toBe(0.5)
    expect(judgeOf(result, 'always-yes').sources[0]).toMatchObject({ tpr: { value: 1 }, tnr: { value: 0 } })
  })

  test('the better one is marked so, by a test over clusters and not by McNemar', () => {
    const [pair] = result.comparisons
    expect(pair).toMatchObject({ family: 'judges', items: 300, clusters: 100, mcnemar: null })
    expect(pair?.difference.value).toBeCloseTo(0.602175 - 0.769425, 5)
    expect(pair?.adjustedP).toBeLessThan(0.05)
    expect(figuresOf('gpt-4-0613').beats).toContain('b')
    expect(figuresOf('gpt-3.5-turbo-0613').beats).not.toContain('a')
  })

  test('the notes say what is not measured, and what labels belong to', () => {
    expect(result.meta.notes.join('\n')).toMatch(/Extraction is not measured/)
    expect(result.meta.notes.join('\n')).toMatch(/labels belong to a claim/)
  })

  test('the documentation shows the output', () => {
    const page = readFileSync(new URL('../../../../docs/benchmark.md', import.meta.url), 'utf8')
    const [, shown] = /<!-- recorded-judges -->\n```text\n([^]*?)```/.exec(page) ?? []
    expect(shown).toBe(terminalReport(result))
  })

  test('every row names its verdicts with their strategy', () => {
    expect(result.rows).toHaveLength(300)
    expect(result.rows[0]?.verdicts).toMatchObject({
      'gpt-4-0613 (recorded)': { strategy: null, verdict: 0 },
      lexical: { strategy: 'per-claim', probability: expect.any(Number) },
    })
  })
})

test('a judge without a verdict on a whole source has no mean over sources', async () => {
  const file = shippedFixture('wice-recorded-verdicts.jsonl')
  const result = await bench({ judges: [`verdicts:${file}#gpt-4-0613`], fixtures: [shippedFixture('bench-mini.jsonl')] })
  const gpt4 = judgeOf(result, 'gpt-4-0613 (recorded)')
  expect(gpt4.headline).toMatchObject({ value: null, noInterval: 'no verdict on begin, summedits' })
  expect(gpt4.sources[0]).toMatchObject({ source: 'wice-oracle-chunks', scored: 100 })
  const lexical = judgeOf(result, 'lexical')
  const ranked = lexical.sources.filter(({ isApart }) => !isApart).map(({ balancedAccuracy }) => balancedAccuracy.value ?? Number.NaN)
  expect(lexical.headline.sources).toEqual(['wice-oracle-chunks', 'begin', 'summedits'])
  expect(lexical.headline.value).toBeCloseTo(ranked.reduce((sum, value) => sum + value, 0) / 3, 12)
  // All rows, and those whose contexts the screen has not learned from.
  expect(result.subsets).toMatchObject([{ name: 'contexts in no dev file', items: 322 }])
  const part = result.subsets[0]?.judges.find(({ key }) => key === 'lexical')
  expect(part?.sources.map(({ items: count }) => count)).toEqual([100, 48, 100, 74])
  expect(part?.headline.value).not.toBe(lexical.headline.value)
})

test('lexical is judged on a dev file with weights trained on the others', async () => {
  const fixtures = [shippedFixture('summedits-sales-dev.jsonl')]
  const result = await bench({ fixtures })
  const lexical = judgeOf(result, 'lexical')
  expect(lexical.signature).toContain('unseen')
  expect(lexical.notes.join(' ')).toContain('On SummEdits: with weights trained on the other dev files alone.')
  expect(lexical.sources[0]?.calibration?.rocAuc?.toFixed(3)).toBe('0.654')
  expect(judgeOf(result, 'always-yes').headline.value).toBe(0.5)
  expect(result.subsets).toEqual([])
})
