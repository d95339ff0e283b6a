import type { Metric } from './metric.ts'
import type { Runtime } from './runtime.ts'
import { hasFields, missingFields, type Sample, type SampleField } from './sample.ts'
import { type Score, unscored } from './score.ts'

/** Scores any sample by any metric: the only place that finds a needed field missing. */
export function scoreRow<Field extends SampleField, Detail>(
  metric: Metric<Field, Detail>,
  sample: Sample,
  runtime?: Runtime,
): Promise<Score<Detail>> {
  if (hasFields(sample, metric.needs)) return metric.score(sample, runtime)
  return Promise.resolve(withoutFields(metric, sample))
}

/** The same at once; `undefined` for a metric that cannot. */
export function scoreRowNow<Field extends SampleField, Detail>(metric: Metric<Field, Detail>, sample: Sample): Score<Detail> | undefined {
  if (metric.scoreNow === undefined) return undefined
  return hasFields(sample, metric.needs) ? metric.scoreNow(sample) : withoutFields(metric, sample)
}

function withoutFields<Field extends SampleField, Detail>(metric: Metric<Field, Detail>, sample: Sample): Score<Detail> {
  const missing = missingFields(sample, metric.needs)
  return unscored<Detail>({
    signature: metric.signature,
    cause: 'missing_field',
    reason: `${metric.name} reads ${listOf(metric.needs)}; this row has no ${listOf(missing)}. Map a column to it, or leave the metric out.`,
  })
}

function listOf(fields: readonly string[]): string {
  return fields.join(' and ')
}
