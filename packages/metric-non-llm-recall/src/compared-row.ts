import {
  AssayError,
  directRuntime,
  meterRuntime,
  type Runtime,
  type Sample,
  type Score,
  type SimilarityFn,
  unscored,
  unscoredBy,
  type Usage,
} from '@assay/core'
import { rawOf } from '@assay/similarity'
import { type ContextText, contextTexts, distinctTexts } from './context-texts.ts'
import { createLikeliestFirst } from './likeliest-first.ts'
import { type Comparison, type Match, matchContext } from './match-context.ts'
import { nextDouble } from './next-double.ts'
import type { PairMemo } from './pair-memo.ts'
import { similarityName } from './similarity-name.ts'

export type ComparisonSettings = {
  readonly similarity: SimilarityFn
  /** `null` if only the best similarity is wanted. */
  readonly threshold: number | null
  readonly strict: boolean
  readonly explain: boolean
  readonly normalize: boolean
  readonly memo: PairMemo
}

/** The contexts of one row that are not blank. */
export type RowContexts = {
  /** At least one. */
  readonly reference: readonly ContextText[]
  readonly retrieved: readonly ContextText[]
}

/** Finds matches on the other side for the contexts of one side, by text. */
export type FindMatches = (side: Comparison['side'], contexts: readonly ContextText[], others: readonly ContextText[]) => Promise<Matches>

export type Matches = ReadonlyMap<string, Match>

/**
 * Scores one row by comparing its contexts. It is unscored without a reference context (`empty_reference`), or if
 * a model behind the similarity fails.
 * @throws AssayError `config` if the similarity function breaks its contract; anything else that the function throws.
 */
export async function compareRow<Detail>(
  sample: Sample,
  { signature, runtime, ...settings }: ComparisonSettings & { readonly signature: string; readonly runtime: Runtime | undefined },
  score: (row: RowContexts, find: FindMatches, used: () => { readonly usage?: Usage }) => Promise<Score<Detail>>,
): Promise<Score<Detail>> {
  // The texts are already normalized if requested, so the similarity compares them as they are.
  const raw = rawOf(settings.similarity)
  // Only a similarity with `prepare` can call a model.
  const meter = raw.prepare === undefined ? undefined : meterRuntime(runtime ?? directRuntime())
  const used = (): { readonly usage?: Usage } => (meter === undefined ? {} : { usage: meter.usage() })
  try {
    const reference = contextTexts(sample, 'referenceContexts', settings.normalize)
    const retrieved = contextTexts(sample, 'retrievedContexts', settings.normalize)
    if (reference.length === 0) {
      const reason = 'There is no reference context, or only blank ones: nothing that retrieval should have found.'
      return unscored({ signature, cause: 'empty_reference', reason })
    }
    const find: FindMatches = async (side, contexts, others) => {
      const matches = new Map<string, Match>()
      if (others.length === 0) return matches
      const comparison = await comparisonFor([...contexts, ...others], side)
      for (const context of contexts) {
        if (!matches.has(context.text)) matches.set(context.text, await matchContext(context, others, comparison))
      }
      return matches
    }
    return await score({ reference, retrieved }, find, used)
  } catch (error) {
    // A broken contract is a mistake in the code, not in the row.
    if (AssayError.is(error) && error.kind === 'config') throw error
    return unscoredBy(error, { signature, ...used() })
  }

  async function comparisonFor(texts: readonly ContextText[], side: Comparison['side']): Promise<Comparison> {
    const { threshold, strict, explain, memo, similarity } = settings
    const limit = strict && threshold !== null ? nextDouble(threshold) : threshold
    const order = createLikeliestFirst()
    const common = { limit, explain, side, order, name: similarityName(similarity), signal: runtime?.signal }
    if (raw.prepare === undefined || meter === undefined) return { ...common, compare: raw, atLeast: raw.atLeast, memo }
    const distinct = distinctTexts(texts).map(({ text }) => text)
    return { ...common, compare: await raw.prepare(distinct, meter) }
  }
}

export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`
}

/** The similarity and its threshold in a reason: `levenshtein of at least 0.5`. */
export function reachOf({ similarity, threshold, strict }: Pick<ComparisonSettings, 'similarity' | 'threshold' | 'strict'>): string {
  const name = similarity.id ?? similarityName(similarity)
  if (threshold === null) return `${name}, no threshold`
  return `${name} ${strict ? `above ${threshold}` : `of at least ${threshold}`}`
}
