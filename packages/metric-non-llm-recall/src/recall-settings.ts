import { type MetricConfig, renderSignature, type SimilarityFn } from '@assay/core'
import type { ComparisonSettings } from './compared-row.ts'
import {
  checkedName,
  checkedSimilarity,
  checkedThreshold,
  optionError,
  DEFAULT_THRESHOLD,
  isDefaultSimilarity,
  type MetricKindName,
} from './option-checks.ts'
import { createPairMemo } from './pair-memo.ts'
import { similarityName } from './similarity-name.ts'

export type NonLlmRecallOptions = {
  /** Compares a reference context (first) with a retrieved one (second). Any similarity function. Default `levenshtein`. */
  readonly similarity?: SimilarityFn | undefined
  /** A reference context counts as found from this similarity on, in [0, 1]. Default 0.5. Not with `soft`. */
  readonly threshold?: number | undefined
  /** The similarity must be above the threshold, as in ragas; reaching it is not enough. Default false. Not with `soft`. */
  readonly strict?: boolean | undefined
  /** No threshold: the value is the mean, over the reference contexts, of the similarity to the best retrieved one. Default false. */
  readonly soft?: boolean | undefined
  /** Compares every pair, so that the detail names the best match of each reference context. Always on with `soft`. Default false. */
  readonly explain?: boolean | undefined
  /** Repeated reference contexts count once; otherwise each of them counts. Default false. */
  readonly distinct?: boolean | undefined
  /** Whether texts are normalized to NFC before they are compared. Default true. */
  readonly normalize?: boolean | undefined
  /** Tells two metrics of one type apart in a run. Default `non_llm_context_recall`. */
  readonly name?: string | undefined
}

export type RecallSettings = ComparisonSettings & {
  readonly distinct: boolean
  readonly name: string
  readonly signature: string
  readonly config: MetricConfig | null
}

export const VERSION = '1'
const KIND: MetricKindName = { label: 'non_llm_context_recall', type: 'non-llm-context-recall' }

/** @throws AssayError `config` for a similarity that is not a function, a threshold outside [0, 1], a blank name, and options without effect beside `soft`. */
export function recallSettings(options: NonLlmRecallOptions): RecallSettings {
  const { soft = false, strict = false, explain = soft, distinct = false, normalize = true } = options
  const similarity = checkedSimilarity(KIND, options.similarity)
  if (soft) refuseBesideSoft(options)
  const threshold = soft ? null : checkedThreshold(KIND, options.threshold)
  const name = checkedName(KIND, options.name)
  const isDefault = isDefaultSimilarity(similarity)
  // Defaults are in neither signature nor config; the metric's version covers them.
  const changed = {
    ...(threshold === null || threshold === DEFAULT_THRESHOLD ? {} : { threshold }),
    ...(strict ? { strict } : {}),
    ...(soft ? { soft } : {}),
    ...(distinct ? { distinct } : {}),
    ...(normalize ? {} : { normalize }),
  }
  const signature = renderSignature(
    KIND.label,
    [
      ['similarity', isDefault ? undefined : similarityName(similarity)],
      ['threshold', soft ? 'none' : undefined],
      ...Object.entries(changed),
    ],
    VERSION,
  )
  const config: MetricConfig | null =
    similarity.id === undefined
      ? null
      : {
          type: KIND.type,
          ...(name === KIND.label ? {} : { name }),
          ...(isDefault ? {} : { similarity: similarity.id }),
          ...changed,
          // It changes no score, so it is not in the signature.
          ...(explain && !soft ? { explain } : {}),
        }
  return { similarity, threshold, strict, explain, distinct, normalize, name, signature, config, memo: createPairMemo() }
}

function refuseBesideSoft({ threshold, strict, explain }: NonLlmRecallOptions): void {
  if (threshold !== undefined) throw refuse(`soft has no threshold, and one of ${threshold} was given`)
  if (strict === true) throw refuse('soft has no threshold that strict could read otherwise')
  if (explain === false) throw refuse('soft compares every pair, which explain: false forbids')
}

function refuse(fault: string): Error {
  return optionError(KIND.label, `${fault}. Leave out one of the two`)
}
