import { type Metric, type Sample, type Score, scored, unscored, unscoredBy } from '@assay/core'
import { gradedIds, hasGrades, idsFromGrade } from './graded-ids.ts'
import type { IdMetricOptions } from './id-metric-options.ts'
import { idMetricOf, type IdMetricSettings, type IdRecallField, nothingRelevant } from './id-metric.ts'
import { distinct, idTexts, membership } from './id-texts.ts'
import { nearMiss } from './near-miss.ts'

/** Ids as text, each once, in the order of the reference. */
export type IdRecallDetail = {
  /** How many distinct reference ids are among the retrieved ids. */
  readonly hits: number
  /** How many distinct reference ids there are. */
  readonly total: number
  readonly found: readonly string[]
  readonly missing: readonly string[]
}

/**
 * Context recall by document ids: distinct reference ids found among the retrieved ids / distinct reference ids, where, with grades,
 * only ids graded as relevant count (trec_eval's `set_recall`). Ids are compared as exact text: `1` equals
 * `"1"`, `"01"` does not, nothing is trimmed or case-folded. Order and repeats have no effect. Nothing retrieved gives 0.
 * Without reference ids the sample is unscored (`empty_reference`); so it is if an id is neither text nor number (`data`).
 *
 * @throws AssayError `config` for options out of range.
 */
export function idBasedContextRecall(options: IdMetricOptions = {}): Metric<IdRecallField, IdRecallDetail> {
  const name = 'id_based_context_recall'
  return idMetricOf({ type: 'id-based-context-recall', label: name, name, options: {}, version: '1' }, options, recall)
}

/** Fast enough for millions of rows: one pass over each list, and at most one promise. */
function recall(sample: Sample, settings: IdMetricSettings): Score<IdRecallDetail> {
  const { signature, relevanceLevel } = settings
  let reference: readonly string[]
  let retrieved: readonly string[]
  try {
    reference = relevantIds(sample, relevanceLevel)
    retrieved = idTexts(sample, 'retrievedContextIds')
  } catch (error) {
    return unscoredBy(error, { signature })
  }
  if (reference.length === 0) return nothingExpected(sample, settings)
  const isRetrieved = membership(retrieved)
  const missing = reference.filter((id) => !isRetrieved(id))
  const found = missing.length === 0 ? reference : reference.filter(isRetrieved)
  const hits = found.length
  const total = reference.length
  return scored({
    signature,
    value: hits / total,
    reason: reasonFor(reference, retrieved, hits),
    detail: { hits, total, found, missing },
  })
}

function relevantIds(sample: Sample, level: number): readonly string[] {
  if (level <= 1 && !hasGrades(sample)) return distinct(idTexts(sample, 'referenceContextIds'))
  return idsFromGrade(sample, gradedIds(sample), level)
}

function nothingExpected(sample: Sample, { signature, relevanceLevel, isZeroWhenEmpty }: IdMetricSettings): Score<IdRecallDetail> {
  const reason = nothingRelevant(sample.referenceContextIds?.length ?? 0, relevanceLevel)
  if (!isZeroWhenEmpty) return unscored({ signature, cause: 'empty_reference', reason })
  return scored({ signature, value: 0, reason: `${reason} That counts as 0.`, detail: { hits: 0, total: 0, found: [], missing: [] } })
}

function reasonFor(reference: readonly string[], retrieved: readonly string[], hits: number): string {
  const total = reference.length
  if (retrieved.length === 0)
    return `Nothing was retrieved; ${total === 1 ? 'one reference id was' : `${total} reference ids were`} expected.`
  const reason = `${hits} of ${total} reference ${total === 1 ? 'id is' : 'ids are'} among the retrieved ids.`
  const hint = hits === 0 ? nearMiss(reference, retrieved) : undefined
  return hint === undefined ? reason : `${reason} ${hint}`
}
