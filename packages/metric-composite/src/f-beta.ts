import { type AnyMetric, type Metric, renderCompositeSignature, type SampleField } from '@assay/core'
import { fMeasure, mostBeta } from '@assay/stats'
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

export type FBetaOptions = CompositeOptions & {
  /** The weight of recall relative to precision. A number above 0, at most 1000. Default 1. */
  readonly beta?: number | undefined
}

const LABEL = 'f_beta'

/**
 * Per row, (1 + β²) · precision · recall / (β² · precision + recall), and 0 where both are 0. Unscored if either is. Named `f1`,
 * `f2`, `f0.5` after β. The mean over a run is the mean of the rows' values, which is not the F of mean precision and mean
 * recall. Source: van Rijsbergen, Information Retrieval, 2nd ed. (1979), ch. 7.
 *
 * @throws AssayError `config` for a β out of range, a value that is not a metric, a metric to minimize, or a blank name.
 */
export function fBeta<const Recall extends AnyMetric, const Precision extends AnyMetric>(
  recall: Recall,
  precision: Precision,
  options?: FBetaOptions,
): Metric<FieldOf<Recall> | FieldOf<Precision>, PartsDetail<DetailOf<Recall> | DetailOf<Precision>>>
export function fBeta(recall: AnyMetric, precision: AnyMetric, options: FBetaOptions = {}): Metric<SampleField, PartsDetail> {
  const { beta = 1 } = options
  const parts = [recall, precision]
  checkParts(LABEL, parts)
  if (recall.direction !== 'maximize') throw compositeError(LABEL, `${recall.name} is better when lower, and no recall or precision is`)
  if (!(typeof beta === 'number' && beta > 0 && beta <= mostBeta))
    throw compositeError(LABEL, `beta is ${String(beta)}. Give a number above 0, at most ${mostBeta}`)
  const usual = `f${beta}`
  const name = compositeName(LABEL, options.name ?? usual)
  const nested = renderCompositeSignature(
    LABEL,
    parts.map((part) => part.signature),
  )
  const signature = beta === 1 ? nested : `${nested}|beta:${beta}`
  const fOf = (scores: readonly PartScore[]) =>
    combineParts(signature, scores, ([recalled = 0, precise = 0]) => {
      const value = fMeasure({ precision: precise, recall: recalled }, beta)
      const reason = `F${beta} of recall ${recalled.toFixed(3)} (${recall.name}) and precision ${precise.toFixed(3)} (${precision.name}).`
      return { value, reason }
    })
  return compositeMetric({
    name,
    parts,
    needs: unionOfNeeds(parts),
    version: '1',
    signature,
    config: nestedConfig(parts, ([ofRecall, ofPrecision]) => ({
      type: 'f-beta',
      ...(name === usual ? {} : { name }),
      ...(ofRecall === undefined ? {} : { recall: jsonConfig(ofRecall) }),
      ...(ofPrecision === undefined ? {} : { precision: jsonConfig(ofPrecision) }),
      ...(beta === 1 ? {} : { beta }),
    })),
    score: async (sample, runtime) => fOf(await scoreParts(parts, sample, runtime)),
    scoreNow: (sample) => fOf(scorePartsNow(parts, sample)),
  })
}
