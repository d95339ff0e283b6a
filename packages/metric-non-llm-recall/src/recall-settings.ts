import { AssayError, type MetricConfig, renderSignature, type SimilarityFn } from '@assay/core'
import { levenshtein } from '@assay/similarity'
import { similarityName } from './similarity-name.ts'

export type NonLlmRecallOptions = {
  /** Compares a reference context (first) with a retrieved one (second). Any function will do. Default `levenshtein`. */
  readonly similarity?: SimilarityFn | undefined
  /** A reference context counts as found from this similarity on, in [0, 1]. Default 0.5. Not with `soft`. */
  readonly threshold?: number | undefined
  /** The similarity must be above the threshold, as in ragas; reaching it is not enough. Default false. Not with `soft`. */
  readonly strict?: boolean | undefined
  /** No threshold: the value is the mean, over the reference contexts, of the similarity to the best retrieved one. Default false. */
  readonly soft?: boolean | undefined
  /** Every pair is compared, so that the detail names the best match of each reference context. Always so under `soft`. Default false. */
  readonly explain?: boolean | undefined
  /** Repeated reference contexts count once; otherwise each of them counts. Default false. */
  readonly distinct?: boolean | undefined
  /** Texts are brought to Unicode form NFC before they are compared. Default true. */
  readonly normalize?: boolean | undefined
  /** To tell two of a kind apart in a run. Default `non_llm_context_recall`. */
  readonly name?: string | undefined
}

export type RecallSettings = {
  readonly similarity: SimilarityFn
  /** `null` under `soft`. */
  readonly threshold: number | null
  readonly strict: boolean
  readonly explain: boolean
  readonly distinct: boolean
  readonly normalize: boolean
  readonly name: string
  readonly signature: string
  readonly config: MetricConfig | null
}

export const VERSION = '1'
const NAME = 'non_llm_context_recall'
const TYPE = 'non-llm-context-recall'
const DEFAULT_THRESHOLD = 0.5

/** @throws AssayError `config` for a similarity that is no function, a threshold outside [0, 1], a blank name, and options that `soft` leaves without effect. */
export function recallSettings(options: NonLlmRecallOptions): RecallSettings {
  const {
    similarity = levenshtein,
    soft = false,
    strict = false,
    explain = soft,
    distinct = false,
    normalize = true,
    name = NAME,
  } = options
  if (typeof similarity !== 'function') {
    const wanted = `{ type: '${TYPE}', similarity: ${JSON.stringify(similarity)} }`
    throw configError(`the similarity is no function. Pass one, or name it where names are known: metricFrom(${wanted})`)
  }
  if (soft) refuseBesideSoft(options)
  const threshold = soft ? null : checkedThreshold(options.threshold)
  if (name.trim() === '') throw configError('the name is blank. Give it one, or leave the option out')
  const isDefault = similarity.id === levenshtein.id && similarity.version === levenshtein.version
  // Defaults stand in neither line nor config; the metric's version covers them.
  const changed = {
    ...(threshold === null || threshold === DEFAULT_THRESHOLD ? {} : { threshold }),
    ...(strict ? { strict } : {}),
    ...(soft ? { soft } : {}),
    ...(distinct ? { distinct } : {}),
    ...(normalize ? {} : { normalize }),
  }
  const signature = renderSignature(
    NAME,
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
          type: TYPE,
          ...(name === NAME ? {} : { name }),
          ...(isDefault ? {} : { similarity: similarity.id }),
          ...changed,
          // It changes no score, so it stands in no signature.
          ...(explain && !soft ? { explain } : {}),
        }
  return { similarity, threshold, strict, explain, distinct, normalize, name, signature, config }
}

function checkedThreshold(threshold: number = DEFAULT_THRESHOLD): number {
  if (typeof threshold === 'number' && threshold >= 0 && threshold <= 1) return threshold
  throw configError(`the threshold is ${String(threshold)}. Give a number from 0 to 1`)
}

function refuseBesideSoft({ threshold, strict, explain }: NonLlmRecallOptions): void {
  if (threshold !== undefined) throw configError(`soft has no threshold, and one of ${threshold} was given. Leave out one of the two`)
  if (strict === true) throw configError('soft has no threshold that strict could read otherwise. Leave out one of the two')
  if (explain === false) throw configError('soft compares every pair, which explain: false forbids. Leave out one of the two')
}

function configError(fault: string): AssayError {
  return new AssayError({ kind: 'config', message: `${NAME}: ${fault}.` })
}
