import { type MetricConfig, renderSignature, type SimilarityFn } from '@assay/core'
import type { ComparisonSettings } from './compared-row.ts'
import {
  checkedName,
  checkedSimilarity,
  checkedThreshold,
  DEFAULT_THRESHOLD,
  isDefaultSimilarity,
  type MetricKindName,
} from './option-checks.ts'
import { createPairMemo } from './pair-memo.ts'
import { similarityName } from './similarity-name.ts'

/** Options of both kinds of precision by similarity. */
export type NonLlmPrecisionOptions = {
  /** Compares a reference context (first) with a retrieved one (second). Any similarity function. Default `levenshtein`. */
  readonly similarity?: SimilarityFn | undefined
  /** A retrieved context counts as relevant from this similarity on, in [0, 1]. Default 0.5. */
  readonly threshold?: number | undefined
  /** The similarity must be above the threshold; reaching it is not enough. Default false. */
  readonly strict?: boolean | undefined
  /** Whether texts are normalized to NFC before they are compared. Default true. */
  readonly normalize?: boolean | undefined
  /** Tells two metrics of one type apart in a run. */
  readonly name?: string | undefined
}

export type PrecisionSettings = ComparisonSettings & {
  readonly threshold: number
  readonly name: string
  readonly signature: string
  readonly config: MetricConfig | null
}

/** @throws AssayError `config` for a similarity that is not a function, a threshold outside [0, 1], and a blank name. */
export function precisionSettings(kind: MetricKindName, version: string, options: NonLlmPrecisionOptions): PrecisionSettings {
  const { strict = false, normalize = true } = options
  const similarity = checkedSimilarity(kind, options.similarity)
  const threshold = checkedThreshold(kind, options.threshold)
  const name = checkedName(kind, options.name)
  const isDefault = isDefaultSimilarity(similarity)
  const changed = {
    ...(threshold === DEFAULT_THRESHOLD ? {} : { threshold }),
    ...(strict ? { strict } : {}),
    ...(normalize ? {} : { normalize }),
  }
  const shown = isDefault ? undefined : similarityName(similarity)
  const signature = renderSignature(kind.label, [['similarity', shown], ...Object.entries(changed)], version)
  const config: MetricConfig | null =
    similarity.id === undefined
      ? null
      : {
          type: kind.type,
          ...(name === kind.label ? {} : { name }),
          ...(isDefault ? {} : { similarity: similarity.id }),
          ...changed,
        }
  return { similarity, threshold, strict, explain: false, normalize, name, signature, config, memo: createPairMemo() }
}
