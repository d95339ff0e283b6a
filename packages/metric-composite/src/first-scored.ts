import {
  type AnyMetric,
  type Metric,
  renderCompositeSignature,
  type Sample,
  type SampleField,
  type Score,
  scored,
  scoreRow,
  unscored,
} from '@assay/core'
import { compositeMetric, nestedConfig, type PartScore, scoredNow, usageOf } from './composite-metric.ts'
import { compositeName, checkParts, type CompositeOptions } from './composite-options.ts'
import { jsonConfig } from './json-config.ts'
import type { CommonField, DetailOf } from './part-types.ts'

export type FirstScoredDetail<Detail = unknown> = {
  /** The name of the part whose score this is: the first with all its fields and a reference, or the one that failed. `null` if there is none. */
  readonly decidedBy: string | null
  /** The parts that were tried, in their order. */
  readonly parts: readonly PartScore<Detail>[]
}

const NAME = 'first_scored'

/**
 * Each row by the first metric that can score it: by ids where there are ids, else by texts, else by a judge. A part is skipped
 * only if a field that it reads is missing (`missing_field`) or nothing is expected (`empty_reference`). With any other cause, such as a
 * judge's error, the row is unscored: a failed judge is not replaced by a cheaper metric. It needs only the fields that all parts need.
 * If all parts are skipped, the cause is `empty_reference` if one of them has that cause, else `missing_field`.
 *
 * The mean of a run mixes metrics: rows scored by different parts are not on one scale. `detail.decidedBy` tells them apart.
 *
 * @throws AssayError `config` without parts, for parts with different directions, or a blank name.
 */
export function firstScored<const Parts extends readonly AnyMetric[]>(
  ...parts: Parts
): Metric<CommonField<Parts>, FirstScoredDetail<DetailOf<Parts[number]>>>
export function firstScored<const Parts extends readonly AnyMetric[]>(
  ...partsAndOptions: readonly [...parts: Parts, options: CompositeOptions]
): Metric<CommonField<Parts>, FirstScoredDetail<DetailOf<Parts[number]>>>
export function firstScored(...given: readonly (AnyMetric | CompositeOptions)[]): Metric<SampleField, FirstScoredDetail> {
  const parts = given.filter((part) => isMetric(part))
  const options = given.find((part) => !isMetric(part)) ?? {}
  checkParts(NAME, parts)
  const name = compositeName(NAME, options.name ?? NAME)
  const signature = renderCompositeSignature(
    NAME,
    parts.map((part) => part.signature),
  )
  const { needs: [...rest] = [] } = parts[0] ?? {}
  return compositeMetric({
    name,
    parts,
    needs: rest.filter((field) => parts.every(({ needs }) => needs.includes(field))),
    version: '1',
    signature,
    config: nestedConfig(parts, (configs) => ({
      type: 'first-scored',
      ...(name === NAME ? {} : { name }),
      of: configs.map(jsonConfig),
    })),
    async score(sample, runtime) {
      const partScores: PartScore[] = []
      for (const part of parts) {
        const score = await scoreRow(part, sample, runtime)
        partScores.push({ name: part.name, score })
        if (!isPassedOver(score)) return taken(signature, partScores)
      }
      return noneLeft(signature, partScores)
    },
    scoreNow(sample: Sample) {
      const partScores: PartScore[] = []
      for (const part of parts) {
        const partScore = scoredNow(part, sample)
        partScores.push(partScore)
        if (!isPassedOver(partScore.score)) return taken(signature, partScores)
      }
      return noneLeft(signature, partScores)
    },
  })
}

function isMetric(part: AnyMetric | CompositeOptions): part is AnyMetric {
  return typeof part === 'object' && part !== null && 'score' in part
}

function isPassedOver(score: Score): boolean {
  return score.status === 'unscored' && (score.cause === 'missing_field' || score.cause === 'empty_reference')
}

/** The last part's score, as the row's. */
function taken(signature: string, partScores: readonly PartScore[]): Score<FirstScoredDetail> {
  const last = partScores.at(-1)
  if (last === undefined) throw new TypeError(`${signature}: no part was scored`)
  const { name, score } = last
  const detail = { decidedBy: name, parts: partScores }
  const common = { reason: `${name}: ${score.reason}`, signature, usage: usageOf(partScores), detail }
  if (score.status === 'scored') return scored<FirstScoredDetail>({ value: score.value, range: score.range, ...common })
  return unscored<FirstScoredDetail>({ cause: score.cause, error: score.error, ...common })
}

function noneLeft(signature: string, partScores: readonly PartScore[]): Score<FirstScoredDetail> {
  const isEmpty = partScores.some(({ score }) => score.status === 'unscored' && score.cause === 'empty_reference')
  return unscored<FirstScoredDetail>({
    cause: isEmpty ? 'empty_reference' : 'missing_field',
    reason: `No part can score this row. ${partScores.map(({ name, score }) => `${name}: ${score.reason}`).join(' ')}`,
    signature,
    usage: usageOf(partScores),
    detail: { decidedBy: null, parts: partScores },
  })
}
