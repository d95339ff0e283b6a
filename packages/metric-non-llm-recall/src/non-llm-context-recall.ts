import {
  AssayError,
  directRuntime,
  type Metric,
  type MeteredRuntime,
  meterRuntime,
  type Runtime,
  type Sample,
  type Score,
  scored,
  type SimilarityFn,
  unscored,
  unscoredBy,
} from '@assay/core'
import { rawOf } from '@assay/similarity'
import { type ContextText, contextTexts, distinctTexts } from './context-texts.ts'
import { type BestMatch, type Comparison, type Match, matchContext } from './match-context.ts'
import { nextDouble } from './next-double.ts'
import { type NonLlmRecallOptions, recallSettings, type RecallSettings, VERSION } from './recall-settings.ts'
import { similarityName } from './similarity-name.ts'

export type NonLlmRecallField = 'referenceContexts' | 'retrievedContexts'

export type NonLlmRecallDetail = {
  /** How many reference contexts were found; `null` under `soft`, where none is found or missed. */
  readonly hits: number | null
  /** How many reference contexts count: blank ones do not, nor repeats under `distinct`. */
  readonly total: number
  /** One for each that counts, in their order. */
  readonly contexts: readonly ReferenceContextResult[]
}

export type ReferenceContextResult = {
  /** 0-based index in the sample's full list of reference contexts. */
  readonly index: number
  /** `null` under `soft`. */
  readonly matched: boolean | null
  /** 0-based index, in the sample's full list, of the first retrieved context found to reach the threshold; under `soft`, the best. */
  readonly retrieved: number | null
  /** To that context, or the best one where none reached it; `null` where bounds decided and where nothing was retrieved. */
  readonly similarity: number | null
  /** Under `explain` and `soft`: the retrieved context that is most similar, the first of equals. */
  readonly best?: BestMatch
}

/**
 * Context recall by similarity of texts: reference contexts that some retrieved context is similar enough to / all reference
 * contexts. Blank texts are left out on both sides. Nothing retrieved gives 0, whatever the threshold; no reference context leaves
 * the sample unscored (`empty_reference`). Order and repeats of retrieved contexts do not change the value. With `soft`, the mean of
 * the best similarities takes the place of the share found.
 *
 * @throws AssayError `config` for a threshold outside [0, 1], a blank name or options that exclude each other; and from `score` where
 * the similarity function gives anything but a number in [0, 1].
 */
export function nonLlmContextRecall(options: NonLlmRecallOptions = {}): Metric<NonLlmRecallField, NonLlmRecallDetail> {
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

async function recall(sample: Sample, settings: RecallSettings, runtime: Runtime | undefined): Promise<Score<NonLlmRecallDetail>> {
  const { signature, distinct, normalize } = settings
  // The texts are in the form asked for by the time they are compared; the measure shall leave them as they are.
  const measure = rawOf(settings.similarity)
  // Only a function that prepares a row's texts can ask a model anything.
  const meter = measure.prepare === undefined ? undefined : meterRuntime(runtime ?? directRuntime())
  const used = (): { readonly usage?: ReturnType<MeteredRuntime['usage']> } => (meter === undefined ? {} : { usage: meter.usage() })
  try {
    const given = contextTexts(sample, 'referenceContexts', normalize)
    const reference = distinct ? distinctTexts(given) : given
    // A repeated retrieved context finds nothing that the first one did not.
    const retrieved = distinctTexts(contextTexts(sample, 'retrievedContexts', normalize))
    if (reference.length === 0) {
      const reason = 'There is no reference context, or only blank ones: nothing that retrieval should have found.'
      return unscored({ signature, cause: 'empty_reference', reason })
    }
    const matches =
      retrieved.length === 0 ? new Map<string, Match>() : await matchAll(reference, retrieved, { settings, measure, meter, runtime })
    const contexts = reference.map(({ index, text }) => contextResult(index, matches.get(text), settings))
    const total = contexts.length
    if (settings.threshold === null) {
      const value = contexts.reduce((sum, { similarity }) => sum + (similarity ?? 0), 0) / total
      return scored({
        signature,
        value,
        reason: softReason(value, total, retrieved.length, settings),
        detail: { hits: null, total, contexts },
        ...used(),
      })
    }
    const hits = contexts.filter(({ matched }) => matched).length
    const reason = reasonFor(hits, total, retrieved.length, settings)
    return scored({ signature, value: hits / total, reason, detail: { hits, total, contexts }, ...used() })
  } catch (error) {
    // A function that breaks its contract is the programmer's mistake, not the row's.
    if (AssayError.is(error) && error.kind === 'config') throw error
    return unscoredBy(error, { signature, ...used() })
  }
}

type RowSurroundings = {
  readonly settings: RecallSettings
  /** The similarity in the form that leaves texts as they are. */
  readonly measure: SimilarityFn
  readonly meter: MeteredRuntime | undefined
  readonly runtime: Runtime | undefined
}

/** The match of each distinct reference text. */
async function matchAll(
  reference: readonly ContextText[],
  retrieved: readonly ContextText[],
  row: RowSurroundings,
): Promise<Map<string, Match>> {
  const comparison = await comparisonFor([...reference, ...retrieved], row)
  const matches = new Map<string, Match>()
  for (const context of reference) {
    if (!matches.has(context.text)) matches.set(context.text, await matchContext(context, retrieved, comparison))
  }
  return matches
}

async function comparisonFor(texts: readonly ContextText[], { settings, measure, meter, runtime }: RowSurroundings): Promise<Comparison> {
  const { threshold, strict, explain } = settings
  const limit = strict && threshold !== null ? nextDouble(threshold) : threshold
  const common = { limit, explain, name: similarityName(settings.similarity), signal: runtime?.signal }
  if (measure.prepare === undefined || meter === undefined) return { ...common, compare: measure, atLeast: measure.atLeast }
  const distinct = distinctTexts(texts).map(({ text }) => text)
  return { ...common, compare: await measure.prepare(distinct, meter) }
}

function contextResult(index: number, match: Match | undefined, { threshold }: RecallSettings): ReferenceContextResult {
  const { retrieved, similarity, best } = match ?? { retrieved: null, similarity: null }
  const explained = best === undefined ? {} : { best }
  if (threshold !== null) return { index, matched: retrieved !== null, retrieved, similarity, ...explained }
  return { index, matched: null, retrieved: best?.retrieved ?? null, similarity: best?.similarity ?? null, ...explained }
}

function reasonFor(hits: number, total: number, retrieved: number, settings: RecallSettings): string {
  const { threshold, strict } = settings
  if (retrieved === 0) return nothingRetrieved(total)
  const reach = strict ? `above ${threshold}` : `of at least ${threshold}`
  const have = total === 1 ? 'has' : 'have'
  return `${hits} of ${counted(total)} ${have} a retrieved context that is similar enough (${measureName(settings)} ${reach}).`
}

function softReason(value: number, total: number, retrieved: number, settings: RecallSettings): string {
  if (retrieved === 0) return nothingRetrieved(total)
  return `The best retrieved contexts are similar to ${counted(total)} by ${value.toFixed(3)} on average (${measureName(settings)}, no threshold).`
}

function nothingRetrieved(total: number): string {
  return `Nothing was retrieved; ${counted(total)} should have been found.`
}

function counted(total: number): string {
  return `${total} ${total === 1 ? 'reference context' : 'reference contexts'}`
}

function measureName({ similarity }: RecallSettings): string {
  return similarity.id ?? similarityName(similarity)
}
