import { configError } from '@assay/core'

/** Options of all metrics by id. */
export type IdMetricOptions = {
  /**
   * An id is relevant from this grade on (`referenceContextGrades`). Above 0; default 1. In a row without grades every reference
   * id has grade 1, and a higher level leaves the row unscored (`data`).
   */
  readonly relevanceLevel?: number | undefined
  /** A row without any relevant id is unscored (`empty_reference`), or scores 0 as in trec_eval. Default `unscored`. */
  readonly emptyReference?: 'unscored' | 'zero' | undefined
  /** Tells two metrics of one type apart in a run. */
  readonly name?: string | undefined
}

/** @throws AssayError `config` for a level that is not above 0, an unknown `emptyReference`, or a blank name. */
export function checkIdMetricOptions(metric: string, { relevanceLevel, emptyReference, name }: IdMetricOptions): void {
  if (relevanceLevel !== undefined && !(Number.isFinite(relevanceLevel) && relevanceLevel > 0)) {
    throw configError(`${metric}: relevanceLevel is ${relevanceLevel}. Give the lowest grade that counts as relevant, a number above 0.`)
  }
  if (emptyReference !== undefined && emptyReference !== 'unscored' && emptyReference !== 'zero') {
    throw configError(`${metric}: emptyReference is ${JSON.stringify(emptyReference)}. Give "unscored" or "zero".`)
  }
  if (name?.trim() === '') throw configError(`${metric}: the name is blank. Give it a name, or leave the option out.`)
}

/** @throws AssayError `config` unless k is a whole number of at least 1. */
export function checkCutoff(metric: string, k: number): number {
  if (Number.isSafeInteger(k) && k >= 1) return k
  throw configError(`${metric}: k is ${String(k)}. Give how many of the first retrieved ids count, a whole number of at least 1.`)
}
