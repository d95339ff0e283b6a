import { type AnyMetric, type Metric, renderCompositeSignature, type SampleField } from '@assay/core'
import {
  combineParts,
  compositeMetric,
  nestedConfig,
  type PartsDetail,
  type PartScore,
  scoreParts,
  scorePartsNow,
  unionOfNeeds,
} from './composite-metric.ts'
import { compositeName, checkParts, type CompositeOptions, compositeError } from './composite-options.ts'
import { jsonConfig } from './json-config.ts'
import type { DetailOf, FieldOf } from './part-types.ts'

export type WeightedPart = readonly [metric: AnyMetric, weight: number]

const NAME = 'weighted_mean'

/**
 * Per row, Σ weight · value / Σ weight. Unscored if any part is, with the cause of the first such part: a mean over the
 * parts that are scored would be a different metric in each row. All parts run concurrently.
 *
 * @throws AssayError `config` without parts, for a weight that is not a number above 0, for parts with different directions, or a blank name.
 */
export function weightedMean<const Parts extends readonly WeightedPart[]>(
  weighted: Parts,
  options?: CompositeOptions,
): Metric<FieldOf<Parts[number][0]>, PartsDetail<DetailOf<Parts[number][0]>>>
export function weightedMean(weighted: readonly WeightedPart[], options: CompositeOptions = {}): Metric<SampleField, PartsDetail> {
  const parts = weighted.map(([metric]) => metric)
  const weights = weighted.map(([, weight]) => weight)
  checkParts(NAME, parts)
  for (const [index, weight] of weights.entries()) {
    if (!(Number.isFinite(weight) && weight > 0))
      throw compositeError(NAME, `the weight of ${parts[index]?.name} is ${weight}. Give a number above 0, or leave the metric out`)
  }
  const name = compositeName(NAME, options.name ?? NAME)
  const signature = renderCompositeSignature(
    NAME,
    parts.map((part, index) => `${weights[index]}*${part.signature}`),
  )
  const meanOf = (scores: readonly PartScore[]) => combineParts(signature, scores, (values) => combined(scores, values, weights))
  return compositeMetric({
    name,
    parts,
    needs: unionOfNeeds(parts),
    version: '1',
    signature,
    config: nestedConfig(parts, (configs) => ({
      type: 'weighted-mean',
      ...(name === NAME ? {} : { name }),
      of: configs.map((config, index) => ({ metric: jsonConfig(config), weight: weights[index] ?? 0 })),
    })),
    score: async (sample, runtime) => meanOf(await scoreParts(parts, sample, runtime)),
    scoreNow: (sample) => meanOf(scorePartsNow(parts, sample)),
  })
}

function combined(scores: readonly PartScore[], values: readonly number[], weights: readonly number[]) {
  let sum = 0
  let weightSum = 0
  // Both sums in one order: with all values 1 they are the same number, whatever the rounding.
  for (const [index, weight] of weights.entries()) {
    sum += weight * (values[index] ?? 0)
    weightSum += weight
  }
  const value = sum / weightSum
  const shown = scores.map(({ name }, index) => `${weights[index]} × ${name} ${values[index]?.toFixed(3)}`)
  return { value, reason: `${value.toFixed(3)} = (${shown.join(' + ')}) / ${weightSum}.` }
}
