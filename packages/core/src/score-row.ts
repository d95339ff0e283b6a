import type { Metric } from './metric.ts'
import type { Runtime } from './runtime.ts'
import { type GivenSample, readSample } from './read-sample.ts'
import { hasFields, missingFields, type Sample, type SampleField, type SampleWith } from './sample.ts'
import { type Score, unscored, unscoredBy } from './score.ts'

/** Scores any sample by any metric. This is the only place that detects a needed field that is missing or unreadable. */
export function scoreRow<Field extends SampleField, Detail>(
  metric: Metric<Field, Detail>,
  sample: GivenSample,
  runtime?: Runtime,
): Promise<Score<Detail>> {
  const read = readFor(metric, sample)
  return 'sample' in read ? metric.score(read.sample, runtime) : Promise.resolve(read.score)
}

/** The same synchronously; `undefined` if the metric has no synchronous score. */
export function scoreRowNow<Field extends SampleField, Detail>(
  metric: Metric<Field, Detail>,
  sample: GivenSample,
): Score<Detail> | undefined {
  if (metric.scoreNow === undefined) return undefined
  const read = readFor(metric, sample)
  return 'sample' in read ? metric.scoreNow(read.sample) : read.score
}

/** The sample for the metric, or the row's score if it is decided without the metric. */
function readFor<Field extends SampleField, Detail>(
  metric: Metric<Field, Detail>,
  given: GivenSample,
): { readonly sample: SampleWith<Field> } | { readonly score: Score<Detail> } {
  let sample: Sample
  try {
    sample = readSample(given, metric.needs)
  } catch (error) {
    return { score: unscoredBy<Detail>(error, { signature: metric.signature }) }
  }
  return hasFields(sample, metric.needs) ? { sample } : { score: withoutFields(metric, sample) }
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

/** Field names of ragas, old and new, in records that were not converted to samples. */
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
