import { amongFirst } from './among-first.ts'
import type { Metric } from '@assay/core'
import { checkCutoff, type IdMetricOptions } from './id-metric-options.ts'
import { idMetric, type IdRecallField } from './id-metric.ts'
import { type RankedRecallDetail, standing, withMissing } from './ranked-row.ts'
import { shortRows } from './short-rows.ts'

export type CutoffOptions = IdMetricOptions & {
  /** How many of the first retrieved ids count. At least 1. */
  readonly k: number
}

/**
 * `recall@k`: relevant ids among the first k retrieved / all relevant ids, as trec_eval's `recall_k`. With more than k relevant ids
 * it cannot reach 1.
 *
 * @throws AssayError `config` for options out of range.
 */
export function recallAtK(options: CutoffOptions): Metric<IdRecallField, RankedRecallDetail> {
  const k = checkCutoff('recall@k', options.k)
  return idMetric(
    {
      type: 'recall',
      label: 'recall',
      name: `recall@${k}`,
      options: { k },
      version: '1',
      summarize: shortRows(k),
      measure(row) {
        const detail = withMissing(standing(row, k), row)
        const { hits, relevant } = detail
        return {
          value: hits / relevant,
          reason: `${hits} of ${relevant} relevant ${relevant === 1 ? 'id is' : 'ids are'} ${amongFirst(k)}.`,
          detail,
        }
      },
    },
    options,
  )
}
