import { amongFirst } from './among-first.ts'
import type { Metric } from '@assay/core'
import { checkCutoff } from './id-metric-options.ts'
import { idMetric, type IdRecallField } from './id-metric.ts'
import { type RankedRecallDetail, standing, withMissing } from './ranked-row.ts'
import { shortRows } from './short-rows.ts'
import type { CutoffOptions } from './recall-at-k.ts'

/**
 * `hit@k`: 1 if at least one of the first k retrieved ids is relevant, else 0, as trec_eval's `success_k`.
 *
 * @throws AssayError `config` for options out of range.
 */
export function hitAtK(options: CutoffOptions): Metric<IdRecallField, RankedRecallDetail> {
  const k = checkCutoff('hit@k', options.k)
  return idMetric(
    {
      type: 'hit',
      label: 'hit',
      name: `hit@${k}`,
      options: { k },
      version: '1',
      summarize: shortRows(k),
      measure(row) {
        const detail = withMissing(standing(row, k), row)
        const [first] = detail.ranks
        const reason = first === undefined ? `No relevant id is ${amongFirst(k)}.` : `The id at rank ${first} is relevant.`
        return { value: first === undefined ? 0 : 1, reason, detail }
      },
    },
    options,
  )
}
