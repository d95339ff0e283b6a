import { type AnyMetric, hasFields, type Runtime, type Sample, type Score, Suspended } from '@assay/core'
import { checkedScore, failedScore, scoreAtOnce, startScore } from './metric-score.ts'
import { meanOfRepeats } from './mean-of-repeats.ts'

export type RowScorerOptions = {
  /** The runtime of one repeat of one metric, by name: the same object each time, since a metric may cache work under it. */
  readonly runtimeFor: (metricName: string, repeat: number) => Runtime
  readonly signal: AbortSignal | undefined
  /** How often metrics that use a model are scored. */
  readonly repeat: number
  /** Whether the mean of the scored repeats counts if some are unscored. */
  readonly allowPartial: boolean
  /** Wraps the score of a row, for tracing. */
  readonly traced?: ((row: { readonly metric: string; readonly index: number }, work: () => Promise<Score>) => Promise<Score>) | undefined
}

export type RowScorer = {
  /** The score of a metric that calls no model; `undefined` if it must be awaited. */
  readonly atOnce: (metric: AnyMetric, sample: Sample) => Score | undefined
  /** Rejects only with `Suspended`. */
  readonly start: (metric: AnyMetric, sample: Sample, rowIndex: number) => Promise<Score>
}

export function createRowScorer({ runtimeFor, signal, repeat, allowPartial, traced }: RowScorerOptions): RowScorer {
  const once = (metric: AnyMetric, sample: Sample, draw: number): Promise<Score> =>
    startScore(metric, sample, runtimeFor(metric.name, draw)).then(
      (score) => checkedScore(metric, score),
      (error: unknown) => {
        if (Suspended.is(error)) throw error
        return failedScore(metric, error, signal)
      },
    )
  async function all(metric: AnyMetric, sample: Sample): Promise<Score> {
    // Deterministic scores are equal, and a row with missing fields has nothing to repeat.
    if (repeat === 1 || !restsOnModel(metric) || !hasFields(sample, metric.needs)) return once(metric, sample, 0)
    const scores = await Promise.all(Array.from({ length: repeat }, (_, draw) => once(metric, sample, draw)))
    return meanOfRepeats(metric, scores, allowPartial)
  }
  return {
    atOnce: (metric, sample) => scoreAtOnce(metric, sample, signal),
    start: (metric, sample, index) =>
      traced === undefined ? all(metric, sample) : traced({ metric: metric.name, index }, () => all(metric, sample)),
  }
}

function restsOnModel({ kind, evidence }: AnyMetric): boolean {
  return (evidence ?? (kind === 'llm' ? 'judge' : 'exact')) === 'judge'
}
