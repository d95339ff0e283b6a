import { type ContextField, type Metric, type Runtime, type Sample, type Score, scored } from '@assay/core'
import { beginningOf } from './beginning-of.ts'
import { compareRow, counted, type Matches, reachOf } from './compared-row.ts'
import { type ContextText, distinctTexts } from './context-texts.ts'
import { type NonLlmRecallOptions, recallSettings, type RecallSettings, VERSION } from './recall-settings.ts'

export type NonLlmRecallDetail = {
  /** How many reference contexts were found; `null` with `soft`, where there is no threshold. */
  readonly hits: number | null
  /** How many reference contexts count: blank ones do not, nor repeats with `distinct`. */
  readonly total: number
  /** One for each that counts, in their order. */
  readonly contexts: readonly ReferenceContextResult[]
}

export type ReferenceContextResult = {
  /** 0-based index in the sample's full list of reference contexts. */
  readonly index: number
  /** `null` with `soft`. */
  readonly matched: boolean | null
  /**
   * 0-based index, in the sample's full list, of a retrieved context that reaches the threshold: an equal one if there is one, else
   * the likeliest by its characters; with `soft`, the best.
   */
  readonly retrieved: number | null
  /** The similarity to that context, or the best if none reached the threshold; `null` if bounds decided, or nothing was retrieved. */
  readonly similarity: number | null
  /** With `explain` and `soft`: the most similar retrieved context, the first of equals. */
  readonly best?: BestMatch
  /** The beginning of a context that was not found, for reports without the data. */
  readonly beginning?: string
}

export type BestMatch = { readonly retrieved: number; readonly similarity: number }

/**
 * Context recall by similarity of texts: reference contexts that some retrieved context is similar enough to / all reference
 * contexts. Blank texts are left out on both sides. Nothing retrieved gives 0, whatever the threshold; without a reference context
 * the sample is unscored (`empty_reference`). Order and repeats of retrieved contexts have no effect. With `soft`, the value is the mean
 * of the best similarities.
 *
 * @throws AssayError `config` for a threshold outside [0, 1], a blank name or options that exclude each other; and from `score` where
 * the similarity function gives anything but a number in [0, 1].
 */
export function nonLlmContextRecall(options: NonLlmRecallOptions = {}): Metric<ContextField, NonLlmRecallDetail> {
  const settings = recallSettings(options)
  return {
    specificationVersion: 'v1',
    name: settings.name,
    version: VERSION,
    kind: 'non-llm',
    evidence: 'exact',
    direction: 'maximize',
    needs: ['referenceContexts', 'retrievedContexts'],
    signature: settings.signature,
    config: settings.config,
    score: (sample, runtime) => recall(sample, settings, runtime),
  }
}

function recall(sample: Sample, settings: RecallSettings, runtime: Runtime | undefined): Promise<Score<NonLlmRecallDetail>> {
  const { signature, distinct, threshold } = settings
  return compareRow<NonLlmRecallDetail>(sample, { ...settings, runtime }, async (row, find, used) => {
    const reference = distinct ? distinctTexts(row.reference) : row.reference
    // A repeated retrieved context matches the same contexts as the first one.
    const retrieved = distinctTexts(row.retrieved)
    const matches = await find('reference', reference, retrieved)
    const contexts = reference.map((context) => contextResult(context, matches, threshold))
    const total = contexts.length
    if (threshold === null) {
      const value = contexts.reduce((sum, { similarity }) => sum + (similarity ?? 0), 0) / total
      const reason = softReason(value, total, retrieved.length, settings)
      return scored({ signature, value, reason, detail: { hits: null, total, contexts }, ...used() })
    }
    const hits = contexts.filter(({ matched }) => matched).length
    const reason = reasonFor(hits, total, retrieved.length, settings)
    return scored({ signature, value: hits / total, reason, detail: { hits, total, contexts }, ...used() })
  })
}

function contextResult({ index, text }: ContextText, matches: Matches, threshold: number | null): ReferenceContextResult {
  const { found, similarity, best } = matches.get(text) ?? { found: null, similarity: null }
  const named = best === undefined ? undefined : { retrieved: best.index, similarity: best.similarity }
  const explained = named === undefined ? {} : { best: named }
  if (threshold !== null) {
    const missed = found === null ? { beginning: beginningOf(text) } : {}
    return { index, matched: found !== null, retrieved: found, similarity, ...explained, ...missed }
  }
  return { index, matched: null, retrieved: named?.retrieved ?? null, similarity: named?.similarity ?? null, ...explained }
}

function reasonFor(hits: number, total: number, retrieved: number, settings: RecallSettings): string {
  if (retrieved === 0) return nothingRetrieved(total)
  const have = total === 1 ? 'has' : 'have'
  return `${hits} of ${counted(total, 'reference context')} ${have} a retrieved context that is similar enough (${reachOf(settings)}).`
}

function softReason(value: number, total: number, retrieved: number, settings: RecallSettings): string {
  if (retrieved === 0) return nothingRetrieved(total)
  const contexts = counted(total, 'reference context')
  return `The best retrieved contexts are similar to ${contexts} by ${value.toFixed(3)} on average (${reachOf(settings)}).`
}

function nothingRetrieved(total: number): string {
  return `Nothing was retrieved; ${counted(total, 'reference context')} should have been found.`
}
