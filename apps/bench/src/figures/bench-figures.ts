import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { BenchMeta, BenchResult, BenchRow, JudgeComparison, JudgeResult, RowVerdict } from './bench-result.ts'
import { compareJudges, judgeAgreement, SIGNIFICANT } from './compare-judges.ts'
import { disagreements } from './disagreements.ts'
import { judgeFigures } from './judge-figures.ts'
import type { Judged } from './judged.ts'
import { orderFigures, repeatFigures } from './repeat-figures.ts'

export type Subset = { readonly name: string; readonly items: readonly FixtureItem[] }

export type FigureInput = {
  readonly items: readonly FixtureItem[]
  /** Models and recorded judges first, baselines last: the order of every table. */
  readonly judged: readonly Judged[]
  readonly subsets?: readonly Subset[]
  readonly meta: BenchMeta
}

/** Computes every figure of a benchmark from the verdicts. A pure function. */
export function benchFigures({ items, judged, subsets = [], meta }: FigureInput): BenchResult {
  const options = { level: meta.level, apart: meta.apart }
  const comparisons = compareJudges(items, judged, options)
  const letters = new Map(judged.map(({ judge }, at) => [judge.key, letterOf(at)]))
  return {
    schemaVersion: 1,
    kind: 'judge-benchmark',
    meta,
    judges: judged.map((one): JudgeResult => ({
      ...one.judge,
      ...judgeFigures(items, one.verdicts, options),
      letter: letters.get(one.judge.key) ?? '',
      beats: beatenBy(one.judge.key, comparisons).map((key) => letters.get(key) ?? ''),
      repeats: repeatFigures(items, one.verdicts),
      order: orderFigures(items, one),
      injection: one.injection ?? null,
      effort: one.effort,
    })),
    comparisons,
    agreement: judgeAgreement(items, judged),
    disagreements: disagreements(items, judged),
    subsets: subsets.map((subset) => ({
      name: subset.name,
      items: subset.items.length,
      judges: judged.map(({ judge, verdicts }) => ({ key: judge.key, ...judgeFigures(subset.items, verdicts, options) })),
    })),
    rows: items.map((item) => rowOf(item, judged)),
  }
}

function beatenBy(key: string, comparisons: readonly JudgeComparison[]): string[] {
  return comparisons.flatMap(({ a, b, adjustedP, difference: { value } }) => {
    if (adjustedP === null || adjustedP >= SIGNIFICANT || value === null) return []
    if (a === key && value < 0) return [b]
    return b === key && value > 0 ? [a] : []
  })
}

/** a … z, then aa, ab …, like the columns of a spreadsheet. */
function letterOf(at: number): string {
  const last = String.fromCodePoint(97 + (at % 26))
  return at < 26 ? last : letterOf(Math.floor(at / 26) - 1) + last
}

function rowOf({ id, source, cluster, label, row }: FixtureItem, judged: readonly Judged[]): BenchRow {
  const verdicts = judged.map(({ judge, verdicts: said }): [string, RowVerdict] => [
    judge.key,
    { strategy: judge.strategy, ...(said.get(id) ?? { verdict: null, cause: 'no_verdict' }) },
  ])
  return { id, source, cluster, label, ...(row === undefined ? {} : { row }), verdicts: Object.fromEntries(verdicts) }
}
