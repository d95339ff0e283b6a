import type { Metric } from '@assay/core'
import type { IdMetricOptions } from './id-metric-options.ts'
import { idMetric, type IdRecallField } from './id-metric.ts'

/** Ids as text, each once, best rank first. */
export type IdPrecisionDetail = {
  /** How many distinct retrieved ids are relevant. */
  readonly hits: number
  /** How many distinct ids were retrieved. */
  readonly total: number
  readonly relevant: readonly string[]
  readonly irrelevant: readonly string[]
}

/**
 * Context precision by document ids: distinct retrieved ids that are relevant / distinct retrieved ids, as ragas' ID-based context
 * precision and trec_eval's `set_P`. Order and repeats have no effect. Nothing retrieved gives 0.
 *
 * @throws AssayError `config` for options out of range.
 */
export function idBasedContextPrecision(options: IdMetricOptions = {}): Metric<IdRecallField, IdPrecisionDetail> {
  return idMetric(
    {
      type: 'id-based-context-precision',
      label: 'id_based_context_precision',
      name: 'id_based_context_precision',
      options: {},
      version: '1',
      measure({ retrieved, relevant: wanted }) {
        const isWanted = new Set(wanted)
        const relevant = retrieved.filter((id) => isWanted.has(id))
        const irrelevant = retrieved.filter((id) => !isWanted.has(id))
        const [hits, total] = [relevant.length, retrieved.length]
        const reason = `${hits} of ${total} retrieved ${total === 1 ? 'id is' : 'ids are'} relevant.`
        return { value: total === 0 ? 0 : hits / total, reason, detail: { hits, total, relevant, irrelevant } }
      },
    },
    options,
  )
}
