import { abortedError, AssayError, type SimilarityFn } from '@assay/core'
import type { ContextText } from './context-texts.ts'

/** How the texts of one row are compared. */
export type Comparison = {
  readonly compare: (a: string, b: string) => number | Promise<number>
  readonly atLeast?: SimilarityFn['atLeast'] | undefined
  /** What a similarity has to reach; `null` where only the best one is asked for. */
  readonly limit: number | null
  /** Every similarity is wanted, not only the first that reaches the limit. */
  readonly explain: boolean
  /** For messages. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

export type Match = {
  /** Index of the first retrieved context that reaches the limit. */
  readonly retrieved: number | null
  /** To that one, or the best where none reaches it; `null` where bounds decided. */
  readonly similarity: number | null
  /** The most similar retrieved context, the first of equals. Only where every similarity was wanted. */
  readonly best?: BestMatch
}

export type BestMatch = { readonly retrieved: number; readonly similarity: number }

/** From so many pairs of code units on, a match that a bound decided is not measured for show, and others get a turn after each pair. */
const LONG_PAIR = 1e8

/**
 * Looks for the first retrieved context that is similar enough to the reference context, or, under `explain`, through all of them.
 * @throws AssayError `config` where the similarity function breaks its contract; `aborted` by the signal.
 */
export async function matchContext(reference: ContextText, retrieved: readonly ContextText[], comparison: Comparison): Promise<Match> {
  const { atLeast, limit, explain } = comparison
  let found: BestMatch | null = null
  let best: BestMatch | null = null
  for (const context of retrieved) {
    const isLong = reference.text.length * context.text.length >= LONG_PAIR
    if (isLong) await letOthersRun(comparison.signal)
    const reaches = explain || limit === null ? undefined : atLeast?.(reference.text, context.text, limit)
    if (reaches === false) continue
    if (reaches === true && isLong) return { retrieved: context.index, similarity: null }
    const similarity = await measured(reference, context, comparison)
    if (limit !== null && similarity >= limit) {
      if (!explain) return { retrieved: context.index, similarity }
      found ??= { retrieved: context.index, similarity }
    } else if (reaches === true) {
      const said = `gave ${similarity} for ${pair(reference, context)}, but its atLeast says that it reaches ${limit}`
      throw broken(comparison.name, `${said}. Both must say the same`)
    }
    if (best === null || similarity > best.similarity) best = { retrieved: context.index, similarity }
  }
  return {
    retrieved: found?.retrieved ?? null,
    similarity: (found ?? best)?.similarity ?? null,
    ...(explain && best !== null ? { best } : {}),
  }
}

async function measured(reference: ContextText, context: ContextText, { compare, name }: Comparison): Promise<number> {
  const given = compare(reference.text, context.text)
  const similarity = typeof given === 'number' ? given : await given
  if (typeof similarity === 'number' && similarity >= 0 && similarity <= 1) return similarity
  throw broken(
    name,
    `gave ${String(similarity)} for ${pair(reference, context)}. It must give a number from 0 (nothing in common) to 1 (equal)`,
  )
}

/** Timers, other rows and Ctrl-C come through between two comparisons that may take seconds. */
async function letOthersRun(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0))
  if (signal?.aborted === true) throw abortedError(signal)
}

function broken(name: string, fault: string): AssayError {
  return new AssayError({ kind: 'config', message: `The similarity function ${name} ${fault}.` })
}

function pair(reference: ContextText, retrieved: ContextText): string {
  return `reference context ${reference.index} and retrieved context ${retrieved.index}`
}
