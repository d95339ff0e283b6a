import { type AssayError, configError, type Metric } from '@assay/core'
import type { IdMetricOptions } from './id-metric-options.ts'
import { idMetric, type IdRecallField } from './id-metric.ts'
import { type RankedDetail, type RankedRecallDetail, standing, withMissing } from './ranked-row.ts'

export type AveragePrecisionOptions<Of extends 'relevant' | 'retrieved' = 'relevant' | 'retrieved'> = IdMetricOptions & {
  /**
   * The divisor of the sum: all `relevant` ids, as in trec_eval's `map` (missing ids lower the value), or those that were `retrieved`,
   * as in ragas' context precision (there with an epsilon; here without). Default `relevant`.
   */
  readonly of?: Of | undefined
}

/**
 * `average_precision`: the sum of the precisions at the ranks of relevant ids / all relevant ids;
 * its mean over a run is MAP. `of: 'retrieved'` divides by the retrieved relevant ids, and is called
 * `average_precision_retrieved`. 0 if no relevant id was retrieved.
 *
 * @throws AssayError `config` for options out of range.
 */
export function averagePrecision(options?: AveragePrecisionOptions<'relevant'>): Metric<IdRecallField, RankedRecallDetail>
export function averagePrecision(options: AveragePrecisionOptions): Metric<IdRecallField, RankedDetail>
export function averagePrecision(options: AveragePrecisionOptions = {}): Metric<IdRecallField, RankedDetail> {
  const { of = 'relevant' } = options
  if (of !== 'relevant' && of !== 'retrieved') throw unknownDivisor(of)
  const isOfRetrieved = of === 'retrieved'
  return idMetric<RankedDetail>(
    {
      type: 'average-precision',
      label: 'average_precision',
      name: isOfRetrieved ? 'average_precision_retrieved' : 'average_precision',
      options: isOfRetrieved ? { of } : {},
      version: '1',
      measure(row) {
        const detail = standing(row)
        const { hits, relevant, ranks } = detail
        let sum = 0
        for (const [index, rank] of ranks.entries()) sum += (index + 1) / rank
        const found = `${hits} of ${relevant} relevant ${relevant === 1 ? 'id was' : 'ids were'} retrieved`
        return {
          value: hits === 0 ? 0 : sum / (isOfRetrieved ? hits : relevant),
          reason: hits === 0 ? `${found}.` : `${found}, ${hits === 1 ? 'at rank' : 'the first at rank'} ${ranks[0]}.`,
          detail: isOfRetrieved ? detail : withMissing(detail, row),
        }
      },
    },
    options,
  )
}

function unknownDivisor(of: never): AssayError {
  return configError(`average_precision: of is ${JSON.stringify(of)}. Give "relevant" or "retrieved".`)
}
