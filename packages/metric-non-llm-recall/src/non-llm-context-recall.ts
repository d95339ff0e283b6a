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
  unscored,
  unscoredBy,
} from '@assay/core'
import { rawOf } from '@assay/similarity'
import { type ContextText, contextTexts, distinctTexts } from './context-texts.ts'
import { type Comparison, type Match, matchContext } from './match-context.ts'
import { nextDouble } from './next-double.ts'
import { type NonLlmRecallOptions, recallSettings, type RecallSettings, VERSION } from './recall-settings.ts'
import { similarityName } from './similarity-name.ts'

export type NonLlmRecallField = 'referenceContexts' | 'retrievedContexts'

export type NonLlmRecallDetail = {
  /** How many reference contexts were found. */
  readonly hits: number
  /** How many reference contexts count: blank ones do not, nor repeats under `distinct`. */
  readonly total: number
  /** One for each that counts, in their order. */
  readonly contexts: readonly ReferenceContextResult[]
}

export type ReferenceContextResult = {
  /** 0-based index in the sample's full list of reference contexts. */
  readonly index: number
  readonly matched: boolean
  /** 0-based index, in the sample's full list, of the first retrieved context found to reach the threshold. */
  readonly retrieved: number | null
  /** To that context, or the best one where none reached it; `null` where bounds decided and where nothing was retrieved. */
  readonly similarity: number | null
}

/**
 * Context recall by similarity of texts: reference contexts that some retrieved context is similar enough to / all reference
 * contexts. Blank texts are left out on both sides. Nothing retrieved gives 0, whatever the threshold; no reference context leaves
 * the sample unscored (`empty_reference`). Order and repeats of retrieved contexts do not change the value.
 *
 * @throws AssayError `config` for a threshold outside [0, 1] or a blank name; and from `score` where the similarity function gives
 * anything but a number in [0, 1].
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
  // Only a function that prepares a row's texts can ask a model anything.
  const meter = settings.similarity.prepare === undefined ? undefined : meterRuntime(runtime ?? directRuntime())
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
    const matches = retrieved.length === 0 ? new Map<string, Match>() : await matchAll(reference, retrieved, settings, meter)
    const contexts = reference.map(({ index, text }): ReferenceContextResult => {
      const { retrieved: found, similarity } = matches.get(text) ?? { retrieved: null, similarity: null }
      return { index, matched: found !== null, retrieved: found, similarity }
    })
    const total = contexts.length
    const hits = contexts.filter(({ matched }) => matched).length
    const reason = reasonFor(hits, total, retrieved.length, settings)
    return scored({ signature, value: hits / total, reason, detail: { hits, total, contexts }, ...used() })
  } catch (error) {
    // A function that breaks its contract is the programmer's mistake, not the row's.
    if (AssayError.is(error) && error.kind === 'config') throw error
    return unscoredBy(error, { signature, ...used() })
  }
}

/** The match of each distinct reference text. */
async function matchAll(
  reference: readonly ContextText[],
  retrieved: readonly ContextText[],
  settings: RecallSettings,
  meter: MeteredRuntime | undefined,
): Promise<Map<string, Match>> {
  const comparison = await comparisonFor([...reference, ...retrieved], settings, meter)
  const matches = new Map<string, Match>()
  for (const context of reference) {
    if (!matches.has(context.text)) matches.set(context.text, await matchContext(context, retrieved, comparison))
  }
  return matches
}

async function comparisonFor(
  texts: readonly ContextText[],
  settings: RecallSettings,
  meter: MeteredRuntime | undefined,
): Promise<Comparison> {
  const { similarity, threshold, strict } = settings
  const limit = strict ? nextDouble(threshold) : threshold
  const name = similarityName(similarity)
  const { prepare } = similarity
  if (prepare !== undefined && meter !== undefined) {
    const compare = await prepare(
      distinctTexts(texts).map(({ text }) => text),
      meter,
    )
    return { compare, limit, name }
  }
  // The texts are in the form asked for by now; the measure shall leave them as they are.
  const compare = rawOf(similarity)
  return { compare, atLeast: compare.atLeast, limit, name }
}

function reasonFor(hits: number, total: number, retrieved: number, { similarity, threshold, strict }: RecallSettings): string {
  const expected = total === 1 ? 'reference context' : 'reference contexts'
  if (retrieved === 0) return `Nothing was retrieved; ${total} ${expected} should have been found.`
  const reach = strict ? `above ${threshold}` : `of at least ${threshold}`
  const measure = similarity.id ?? similarityName(similarity)
  return `${hits} of ${total} ${expected} ${total === 1 ? 'has' : 'have'} a retrieved context that is similar enough (${measure} ${reach}).`
}
