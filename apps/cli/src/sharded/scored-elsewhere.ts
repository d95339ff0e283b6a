import { type AnyMetric, noUsage, type Sample, type Score, scoreRow, scoreRowNow } from '@assay/core'
import type { BlockScores } from './block-scores.ts'

const SCORES = Symbol('scores')

type RowSample = Sample & { readonly id: string }
/** A row whose scores are known, metric by metric. */
type ScoredSample = RowSample & { readonly [SCORES]: readonly Score[] }

/** A row of a run as `evaluate` takes it. */
export type LaneRow = { readonly sample: RowSample | ScoredSample; readonly idGiven: boolean; readonly index: number }

/** The metric, but for rows that were scored elsewhere: they have their scores already. `evaluate` then does all else as ever. */
export function scoredElsewhere(metric: AnyMetric, at: number): AnyMetric {
  const known = (sample: Sample): Score | undefined => (isScored(sample) ? sample[SCORES][at] : undefined)
  const score: AnyMetric['score'] = async (sample, runtime) => known(sample) ?? scoreRow(metric, sample, runtime)
  // Rows that were scored elsewhere have no fields left to be missed.
  const scored: AnyMetric = { ...metric, needs: [], score }
  if (metric.scoreNow === undefined) return scored
  return {
    ...scored,
    scoreNow(sample) {
      const found = known(sample) ?? scoreRowNow(metric, sample)
      if (found === undefined) throw new TypeError(`${metric.name} gave no score at once`)
      return found
    },
  }
}

/** Rows of a block from `from` on, at most `count`: no more of each than sums, gates and reports look at. */
export function rowsOf(scores: BlockScores, metrics: readonly AnyMetric[], firstIndex: number): (count: number) => LaneRow[] {
  const { rowCount, values, causes, clusters, shown } = scores
  const width = metrics.length
  let [at, cause, nextShown] = [0, 0, 0]

  function scoreOf(metric: AnyMetric, value: number): Score {
    const { signature } = metric
    if (!Number.isNaN(value)) return { status: 'scored', value, reason: '', signature, usage: noUsage, detail: undefined }
    cause += 1
    return { status: 'unscored', value: null, cause: causes[cause - 1] ?? 'config', reason: '', signature, usage: noUsage }
  }

  return (count) => {
    const rows: LaneRow[] = []
    for (const end = Math.min(rowCount, at + count); at < end; at += 1) {
      const found = metrics.map((metric, column) => scoreOf(metric, values[at * width + column] ?? Number.NaN))
      const whole = shown[nextShown]
      if (whole?.at === at) nextShown += 1
      rows.push({
        // Written out: to spread one into another takes a tenth of a second in 200,000 rows.
        sample: whole?.at === at ? { ...whole.sample, [SCORES]: whole.scores } : { id: '', cluster: clusters?.[at], [SCORES]: found },
        idGiven: false,
        index: firstIndex + at,
      })
    }
    return rows
  }
}

function isScored(sample: Sample): sample is ScoredSample {
  return SCORES in sample
}
