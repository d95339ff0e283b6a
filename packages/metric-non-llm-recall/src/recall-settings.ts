import { AssayError, type MetricConfig, renderSignature, type SimilarityFn } from '@assay/core'
import { levenshtein } from '@assay/similarity'
import { similarityName } from './similarity-name.ts'

export type NonLlmRecallOptions = {
  /** Compares a reference context (first) with a retrieved one (second). Any function will do. Default `levenshtein`. */
  readonly similarity?: SimilarityFn | undefined
  /** A reference context counts as found from this similarity on, in [0, 1]. Default 0.5. */
  readonly threshold?: number | undefined
  /** The similarity must be above the threshold, as in ragas; reaching it is not enough. Default false. */
  readonly strict?: boolean | undefined
  /** Repeated reference contexts count once; otherwise each of them counts. Default false. */
  readonly distinct?: boolean | undefined
  /** Texts are brought to Unicode form NFC before they are compared. Default true. */
  readonly normalize?: boolean | undefined
  /** To tell two of a kind apart in a run. Default `non_llm_context_recall`. */
  readonly name?: string | undefined
}

export type RecallSettings = {
  readonly similarity: SimilarityFn
  readonly threshold: number
  readonly strict: boolean
  readonly distinct: boolean
  readonly normalize: boolean
  readonly name: string
  readonly signature: string
  readonly config: MetricConfig | null
}

export const VERSION = '1'
const NAME = 'non_llm_context_recall'
const TYPE = 'non-llm-context-recall'

/** @throws AssayError `config` for a threshold outside [0, 1] and for a blank name. */
export function recallSettings(options: NonLlmRecallOptions): RecallSettings {
  const { similarity = levenshtein, threshold = 0.5, strict = false, distinct = false, normalize = true, name = NAME } = options
  if (!(typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) {
    throw new AssayError({ kind: 'config', message: `${NAME}: the threshold is ${String(threshold)}. Give a number from 0 to 1.` })
  }
  if (name.trim() === '')
    throw new AssayError({ kind: 'config', message: `${NAME}: the name is blank. Give it one, or leave the option out.` })
  const isDefault = similarity.id === levenshtein.id && similarity.version === levenshtein.version
  // Defaults stand in neither line nor config; the metric's version covers them.
  const changed = {
    ...(threshold === 0.5 ? {} : { threshold }),
    ...(strict ? { strict } : {}),
    ...(distinct ? { distinct } : {}),
    ...(normalize ? {} : { normalize }),
  }
  const signature = renderSignature(
    NAME,
    [['similarity', isDefault ? undefined : similarityName(similarity)], ...Object.entries(changed)],
    VERSION,
  )
  const config: MetricConfig | null =
    similarity.id === undefined
      ? null
      : { type: TYPE, ...(name === NAME ? {} : { name }), ...(isDefault ? {} : { similarity: similarity.id }), ...changed }
  return { similarity, threshold, strict, distinct, normalize, name, signature, config }
}
