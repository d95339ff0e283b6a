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
  const raw = missing.flatMap((field) => rawNamesOf(field).filter((name) => Object.hasOwn(sample, name)))
  const next =
    raw.length === 0
      ? 'Map a column to it, or leave the metric out.'
      : `It has ${listOf(raw)}, as records are named in files: give it through readRecords([…]), which makes samples of them.`
  return unscored<Detail>({
    signature: metric.signature,
    cause: 'missing_field',
    reason: `${metric.name} reads ${listOf(metric.needs)}; this row has no ${listOf(missing)}. ${next}`,
  })
}

/** What a field is called in records that were not made samples of: as ragas writes it, new and old. */
function rawNamesOf(field: SampleField): readonly string[] {
  return [field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ...(OLDER_NAMES[field] ?? [])].filter((name) => name !== field)
}

const OLDER_NAMES: Partial<Record<SampleField, readonly string[]>> = {
  userInput: ['question'],
  retrievedContexts: ['contexts'],
  reference: ['ground_truth', 'ground_truths'],
}

function listOf(fields: readonly string[]): string {
  return fields.join(' and ')
}
