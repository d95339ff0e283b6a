import { roundedUp } from '@assay/core'
import { atOnceText, bestOfText, lettersText, rankedDifference, rankingBasis } from '../figures/ranking-texts.ts'
import { counted, shownCount, shownNumber } from '../figures/shown-number.ts'
import type { NamedCount, SeveralComparison, SeveralLine, SeveralMetric, SeveralRun } from './several-comparison.ts'

/** So many of the rows that differ most stand on a page. */
const SHOWN_ROWS = 10

/** Makes text of unknown origin harmless in a medium. */
type Escape = (text: string) => string

/** `-0.022 [-0.061, +0.004]`, or why the run stands beside nothing. */
export function differenceText(line: SeveralLine, baseline: string | null): string {
  return rankedDifference(line, baseline === null ? 'best mean' : 'baseline')
}

/** Its letters, or what is said of it beside the baseline. */
export function standingText({ letters, verdict }: SeveralLine): string {
  return verdict ?? lettersText(letters)
}

export function meanText({ mean }: SeveralLine): string {
  return mean === null ? '-' : shownNumber(mean)
}

/** The runs that cannot be told from the best, or how each stands beside the baseline, in words. */
export function bestText(metric: SeveralMetric, baseline: string | null, escape: Escape): string {
  const { table, noInterval, level, pairs } = metric
  if (baseline === null || noInterval !== null) return bestOfText({ ...metric, count: table.length }, 'run', escape)
  const said = (['better', 'worse', 'not shown'] as const).flatMap((verdict) => {
    const found = table.filter((line) => line.verdict === verdict).map(({ label }) => escape(label))
    if (found.length === 0) return []
    return verdict === 'not shown' ? `not shown to differ: ${found.join(', ')}` : `shown to be ${verdict}: ${found.join(', ')}`
  })
  return `beside ${escape(baseline)}: ${said.join('; ')} ${atOnceText(level, pairs.length)}`
}

/** What intervals and letters rest on. */
export function severalBasis(metric: SeveralMetric): string {
  return [
    ...(metric.direction === 'minimize' ? ['lower is better'] : []),
    ...rankingBasis(metric, metric.pairs.length),
    ...(metric.evidence === 'screen' ? ['lexical screen, not a judge: its own errors are not in it'] : []),
  ].join('; ')
}

/** `148 of 150 rows used; left out: 2 unscored in some run (q1, q2)` */
export function usedText({ used, unscored, notAsked }: SeveralMetric, joined: number, escape: Escape): string {
  const left = [
    ...(unscored.count === 0 ? [] : [namedText(unscored, 'unscored in some run', escape)]),
    ...(notAsked.count === 0 ? [] : [namedText(notAsked, 'not asked in some run', escape)]),
  ]
  const all = used === joined ? counted(used, 'row') : `${shownCount(used)} of ${counted(joined, 'row')}`
  return `${all} used${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}`
}

/** `2 unscored in some run (q1, q2)` */
export function namedText({ count, ids }: NamedCount, what: string, escape: Escape): string {
  return `${shownCount(count)} ${what} (${ids.map(escape).join(', ')}${count > ids.length ? ', …' : ''})`
}

/** `150 rows are in all 5 runs` */
export function joinedText({ runs, rows }: SeveralComparison): string {
  return `${counted(rows.joined, 'row')} ${rows.joined === 1 ? 'is' : 'are'} in ${runs.length === 2 ? 'both runs' : `all ${runs.length} runs`}`
}

/** Whether any run asked a model: else there is nothing to say of cost, tokens and latency. */
export function hasEffort(runs: readonly SeveralRun[]): boolean {
  return runs.some(({ calls }) => calls > 0)
}

/** Tokens, cost, and the latency of half of the replies. */
export function effortTexts({ calls, tokens, cost, costIsBound, p50 }: SeveralRun): [tokens: string, cost: string, p50: string] {
  return [
    calls === 0 ? '0' : tokens === null ? '?' : shownCount(tokens),
    cost === null ? '?' : `${costIsBound ? '<=' : ''}$${roundedUp(cost, 4).toFixed(4)}`,
    p50 === null ? '-' : p50 >= 1000 ? `${(p50 / 1000).toFixed(1)} s` : `${Math.round(p50)} ms`,
  ]
}

export type DifferingRow = {
  readonly id: string
  readonly at: number
  /** The metric on which the runs differ most. */
  readonly metric: string
  /** Of each run, in their order. */
  readonly values: readonly (number | null)[]
}

/** The rows on which runs differ most, and how many differ at all. */
export function differingRows({ scores }: Pick<SeveralComparison, 'scores'>): {
  readonly rows: readonly DifferingRow[]
  readonly count: number
} {
  const found = scores.map(({ id, scores: ofRow }, at): DifferingRow & { readonly spread: number } => {
    const [widest] = Object.entries(ofRow).sort(([, one], [, other]) => spreadOf(other) - spreadOf(one))
    const [metric, values] = widest ?? ['', []]
    return { id, at, metric, values, spread: spreadOf(values) }
  })
  const differing = found.filter(({ spread }) => spread > 0)
  return { rows: differing.slice(0, SHOWN_ROWS).map(({ spread: _spread, ...row }) => row), count: differing.length }
}

function spreadOf(values: readonly (number | null)[]): number {
  const scored = values.filter((value) => value !== null)
  return scored.length < 2 ? 0 : Math.max(...scored) - Math.min(...scored)
}

/** `the 10 rows of 52 that differ most` */
export function differingTitle(shown: number, count: number): string {
  return count > shown ? `the ${shown} rows of ${shownCount(count)} that differ most` : 'rows that differ, those that differ most first'
}
