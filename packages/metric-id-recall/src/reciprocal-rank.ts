import { amongFirst } from './among-first.ts'
import type { Metric } from '@assay/core'
import { checkCutoff, type IdMetricOptions } from './id-metric-options.ts'
import { idMetric, type IdRecallField } from './id-metric.ts'
import { type RankedDetail, standing } from './ranked-row.ts'
import { shortRows } from './short-rows.ts'

export type OptionalCutoffOptions = IdMetricOptions & {
  /** Only the first k retrieved ids count. At least 1. Default: all of them. */
  readonly k?: number | undefined
}

/**
 * `mrr`: 1 / the rank of the first relevant id, 0 if none was retrieved, as trec_eval's `recip_rank`; its mean over a run is the
 * mean reciprocal rank. With k it is called `mrr@k`, and ranks beyond k count as 0.
 *
 * @throws AssayError `config` for options out of range.
 */
export function reciprocalRank(options: OptionalCutoffOptions = {}): Metric<IdRecallField, RankedDetail> {
  const k = options.k === undefined ? undefined : checkCutoff('mrr@k', options.k)
  return idMetric(
    {
      type: 'mrr',
      label: 'mrr',
      name: k === undefined ? 'mrr' : `mrr@${k}`,
      options: k === undefined ? {} : { k },
      version: '1',
      summarize: shortRows(k),
      measure(row) {
        const detail = standing(row, k)
        const [first] = detail.ranks
        return first === undefined
          ? { value: 0, reason: `No relevant id is ${amongFirst(k)}.`, detail }
          : { value: 1 / first, reason: `The first relevant id stands at rank ${first}.`, detail }
      },
    },
    options,
  )
}
