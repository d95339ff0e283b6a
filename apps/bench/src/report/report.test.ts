import { describe, expect, test } from 'vitest'
import { benchFigures } from '../figures/bench-figures.ts'
import type { BenchMeta, BenchResult } from '../figures/bench-result.ts'
import type { ItemVerdict, Judged, JudgeIdentity } from '../figures/judged.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { renderBenchPage } from '../page/bench-page.ts'
import { markdownReport } from './markdown-report.ts'
import { terminalReport } from './terminal-report.ts'

const HOSTILE = 'evil|\u001b[31m[x](http://x.example) <b>@all'

const items = Array.from({ length: 24 }, (_, at): FixtureItem => {
  const source = at < 12 ? 'news' : 'expertqa'
  return {
    id: `i${at}`,
    source,
    statement: `S ${at}.`,
    contexts: [`C ${at}.`],
    label: at % 2 === 0 ? 1 : 0,
    cluster: `k${at}`,
    row: `r${at % 6}`,
  }
})

function judge(identity: Partial<JudgeIdentity>, said: (item: FixtureItem, at: number) => ItemVerdict, more: Partial<Judged> = {}): Judged {
  const key = identity.key ?? 'openai:m'
  const whole: JudgeIdentity = {
    key,
    name: key,
    kind: 'model',
    isBaseline: false,
    strategy: 'per-claim',
    signature: 's',
    threshold: null,
    notes: [],
    ...identity,
  }
  const effort = {
    claims: 24,
    usage: null,
    inputTokensPerClaim: 1234.4,
    outputTokensPerClaim: 50.25,
    cost: 0.1,
    costPer1000: 4.1667,
    latencyMs: { p50: 812, p95: 12_400, calls: 24 },
  }
  return { judge: whole, verdicts: new Map(items.map((item, at) => [item.id, said(item, at)])), effort, ...more }
}

function result(meta: Partial<BenchMeta> = {}): BenchResult {
  const model = judge(
    {},
    ({ label }, at) => (at === 0 ? { verdict: null, cause: 'timeout' } : { verdict: label, repeats: [label, at === 2 ? 0 : label] }),
    {
      injection: { cases: 30, resisted: 28, unscored: 0, failed: [] },
    },
  )
  const lexical = judge(
    { key: 'lexical', kind: 'screen', isBaseline: true, notes: ['A lexical screen, not a judge.'] },
    ({ label }, at) => ({
      verdict: at % 3 === 0 ? 0 : label,
      probability: label === 1 ? 0.8 : 0.3,
    }),
  )
  const yes = judge({ key: 'always-yes', kind: 'constant', isBaseline: true, strategy: null }, () => ({ verdict: 1 }))
  return benchFigures({
    items,
    judged: [model, judge({ key: HOSTILE }, ({ label }) => ({ verdict: label === 1 ? 0 : 1 })), lexical, yes],
    subsets: [{ name: 'contexts in no dev file', items: items.slice(6) }],
    meta: {
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:01.000Z',
      assayVersion: '0.0.0',
      run: 'r',
      fixtures: [{ file: HOSTILE, items: 24, supported: 12, clusters: 24, sha256: 'x' }],
      repeat: 2,
      level: 0.95,
      apart: ['expertqa'],
      notes: ['Extraction is not measured.'],
      cost: 0.2,
      ...meta,
    },
  })
}

describe('on a terminal', () => {
  const page = terminalReport(result())

  test('no line is wider than 80 columns, whatever a judge is called', () => {
    const named = result()
    const long = {
      ...named,
      judges: Array.from(named.judges, (one) => ({ ...one, name: `${one.name} with a very long name that goes on and on and on` })),
    }
    for (const text of [page, terminalReport(long)]) {
      for (const line of text.split('\n')) expect(Array.from(line).length, line).toBeLessThanOrEqual(80)
    }
  })

  test('the headline names its sources, and the one apart has a table of its own', () => {
    expect(page).toContain('Balanced accuracy, unweighted mean over news\n')
    expect(page).toMatch(/^a {2}openai:m +per-claim {2}1\.000/m)
    expect(page).toContain('expertqa: 12 items, apart from the headline')
  })

  test('unscored items are shown, with balanced accuracy that counts them as wrong', () => {
    expect(page).toContain('a: 1 of 12 unscored (timeout 1); counted as wrong: balanced accuracy 0.917')
  })

  test('a constant has no interval, and probabilities have their figures', () => {
    expect(page).toMatch(/^d {2}always-yes +– {2}0\.500 +–/m)
    expect(page).toMatch(/^ {2}a bias: judge 0\.\d{3} supported, people 0\.\d{3}; [+−]?0\.\d\d \(95 %: .+ … .+\)/m)
    expect(page).toContain('c probabilities: AUC 1.000, Brier ')
  })

  test('cost, stability and the error of rows', () => {
    expect(page).toMatch(/^a {2}openai:m +4\.17 +1234 +50\.3 +812 ms +12\.4 s$/m)
    expect(page).toMatch(/^a {2}openai:m +4\.3 % +95\.7 % +– +– +28\/30$/m)
    expect(page).toMatch(/c: recall of \d whole rows: mean absolute error 0\.\d+/)
  })

  test('a cost that is only a bound is shown as one, never below it', () => {
    const plain = result({ cost: 0.2, costIsBound: true })
    const judges = plain.judges.map((one) => ({ ...one, effort: { ...one.effort, costPer1000: 4.1611, costIsBound: true as const } }))
    expect(terminalReport({ ...plain, judges })).toMatch(/^a {2}openai:m +≤4\.17 +1234/m)
    const shown = renderBenchPage({ ...plain, judges })
    expect(shown).toContain('at most $0.20 spent by this run')
    expect(shown).toContain('at most $4.17 for 1,000 claims')
  })

  test('a subset of the items is shown beside all of them', () => {
    expect(page).toContain('Balanced accuracy on all items, and on the 18 with contexts in no dev file')
    expect(page).toMatch(/^c {2}news +12 +6 {2}0\.833 {2}0\.833$/m)
  })

  test('few clusters are marked, and an early end is shown', () => {
    expect(page).toMatch(/\d\.\d\d\*/)
    expect(page).toContain('* marks fewer than 20 clusters of a label.')
    expect(terminalReport(result({ stopped: { cause: 'budget', reason: 'The budget is spent.' } }))).toContain(
      'Stopped early: The budget is spent.',
    )
  })

  test('what a name holds reaches no terminal', () => {
    expect(page).not.toContain('\u001b')
  })
})

describe('as Markdown', () => {
  const page = markdownReport(result())

  test('the same tables, with as many cells in each line as in their heads', () => {
    expect(page).toContain('| a | openai:m | per-claim | 1.000 | 0.66–1.00* | b |')
    const tables = page.split('\n\n').filter((block) => block.startsWith('|'))
    expect(tables.length).toBeGreaterThan(5)
    for (const table of tables) {
      const counts = table.split('\n').map((line) => line.split(/(?<!\\)\|/).length)
      expect(new Set(counts).size, table).toBe(1)
    }
  })

  test('the bias has an interval, too', () => {
    const plain = page.replaceAll(/[`\\]/g, '')
    expect(plain).toMatch(/a bias: judge 0\.\d{3} supported, people 0\.\d{3}; [+−]?0\.\d\d \(95 %: .+ … .+\)/)
  })

  test('what a name holds is no link, no tag and no mention', () => {
    const outside = page.replaceAll(/`[^`\n]*`/g, '')
    expect(outside).not.toMatch(/\[x\]|<b>|@all|http/)
  })
})
