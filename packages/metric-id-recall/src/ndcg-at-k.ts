import { amongFirst } from './among-first.ts'
import type { Metric } from '@assay/core'
import { checkCutoff } from './id-metric-options.ts'
import { ANY_GAIN, idMetric, type IdRecallField } from './id-metric.ts'
import { type RankedRecallDetail, type RankedRow, standing, withMissing } from './ranked-row.ts'
import { shortRows } from './short-rows.ts'
import type { OptionalCutoffOptions } from './reciprocal-rank.ts'

/** There is no relevance level: every id with a grade above 0 adds its grade. */
export type NdcgOptions = Omit<OptionalCutoffOptions, 'relevanceLevel'>

export type NdcgDetail = RankedRecallDetail & {
  /** Sum of grade / log2(rank + 1) over the retrieved ids within the cut-off. */
  readonly dcg: number
  /** The same for the best possible order of all judged ids. */
  readonly idealDcg: number
}

/**
 * `ndcg` or `ndcg@k`: discounted cumulative gain / that of the ideal order, with gain = grade and discount 1 / log2(rank + 1), as
 * trec_eval's `ndcg` and `ndcg_cut_k` (after Järvelin and Kekäläinen, ACM TOIS 20, 2002). The ideal
 * order is one of all judged ids, also those that were not retrieved. Without grades every reference id has gain 1.
 *
 * @throws AssayError `config` for options out of range.
 */
export function ndcgAtK(options: NdcgOptions = {}): Metric<IdRecallField, NdcgDetail> {
  const k = options.k === undefined ? undefined : checkCutoff('ndcg@k', options.k)
  return idMetric(
    {
      type: 'ndcg',
      label: 'ndcg',
      name: k === undefined ? 'ndcg' : `ndcg@${k}`,
      options: k === undefined ? {} : { k },
      version: '1',
      summarize: shortRows(k),
      level: ANY_GAIN,
      measure(row) {
        const detail = withMissing(standing(row, k), row)
        const [dcg, idealDcg] = [dcgOf(detail, row), idealDcgOf(row, k)]
        return {
          // With nearly equal gains, another order may exceed the ideal one by a rounding error.
          value: dcg >= idealDcg ? 1 : dcg / idealDcg,
          reason: `Gain ${shown(dcg)} of ${shown(idealDcg)} possible, from ${detail.hits} of ${detail.relevant} ids with gain ${amongFirst(k)}.`,
          detail: { ...detail, dcg, idealDcg },
        }
      },
    },
    options,
  )
}

function dcgOf({ found, ranks }: RankedRecallDetail, { graded }: RankedRow): number {
  let sum = 0
  for (const [index, id] of found.entries()) sum += discounted(graded.get(id) ?? 0, ranks[index] ?? 1)
  return sum
}

function idealDcgOf({ relevant, graded }: RankedRow, k = Number.POSITIVE_INFINITY): number {
  const gains = relevant.map((id) => graded.get(id) ?? 0).toSorted((a, b) => b - a)
  let sum = 0
  for (const [index, gain] of gains.entries()) {
    if (index >= k) break
    sum += discounted(gain, index + 1)
  }
  return sum
}

function discounted(gain: number, rank: number): number {
  return gain / Math.log2(rank + 1)
}

/** For the reason only; the detail has all digits. */
function shown(dcg: number): string {
  return String(Number(dcg.toPrecision(4)))
}
