import { amongFirst } from './among-first.ts'
import type { Metric } from '@assay/core'
import { checkCutoff } from './id-metric-options.ts'
import { idMetric, type IdRecallField } from './id-metric.ts'
import { type RankedDetail, standing } from './ranked-row.ts'
import { shortRows } from './short-rows.ts'
import type { CutoffOptions } from './recall-at-k.ts'

/**
 * `precision@k`: relevant ids among the first k retrieved / k, as trec_eval's `P_k`. The divisor is k even if fewer ids were retrieved.
 *
 * @throws AssayError `config` for options out of range.
 */
export function precisionAtK(options: CutoffOptions): Metric<IdRecallField, RankedDetail> {
  const k = checkCutoff('precision@k', options.k)
  return idMetric(
    {
      type: 'precision',
      label: 'precision',
      name: `precision@${k}`,
      options: { k },
      version: '1',
      summarize: shortRows(k),
      measure(row) {
        const detail = standing(row, k)
        const fewer = detail.retrieved < k ? ` Only ${detail.retrieved} came back.` : ''
        const held = `${detail.hits} of the first ${k} ranks ${detail.hits === 1 ? 'holds' : 'hold'} a relevant id.`
        const reason = k === 1 ? `${detail.hits === 1 ? 'A' : 'No'} relevant id is ${amongFirst(k)}.` : held
        return { value: detail.hits / k, reason: reason + fewer, detail }
      },
    },
    options,
  )
}
