import { type AssayError, configError, type SimilarityFn } from '@assay/core'
import { levenshtein } from '@assay/similarity'

/** The names of a metric of this package: in signatures, and as `MetricConfig.type`. */
export type MetricKindName = { readonly label: string; readonly type: string }

export const DEFAULT_THRESHOLD = 0.5

/** @throws AssayError `config` for a value that is not a function, such as an id. */
export function checkedSimilarity({ label, type }: MetricKindName, similarity: SimilarityFn = levenshtein): SimilarityFn {
  if (typeof similarity === 'function') return similarity
  const wanted = `{ type: '${type}', similarity: ${JSON.stringify(similarity)} }`
  throw optionError(label, `the similarity is no function. Pass one, or name it where names are known: metricFrom(${wanted})`)
}

/** @throws AssayError `config` for one outside [0, 1]. */
export function checkedThreshold({ label }: MetricKindName, threshold: number = DEFAULT_THRESHOLD): number {
  if (typeof threshold === 'number' && threshold >= 0 && threshold <= 1) return threshold
  throw optionError(label, `the threshold is ${String(threshold)}. Give a number from 0 to 1`)
}

/** @throws AssayError `config` for a blank name. */
export function checkedName({ label }: MetricKindName, name: string = label): string {
  if (name.trim() !== '') return name
  throw optionError(label, 'the name is blank. Give it one, or leave the option out')
}

/** Defaults are in neither signature nor config. */
export function isDefaultSimilarity({ id, version }: SimilarityFn): boolean {
  return id === levenshtein.id && version === levenshtein.version
}

export function optionError(label: string, fault: string): AssayError {
  return configError(`${label}: ${fault}.`)
}
