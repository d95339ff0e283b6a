import { AssayError, type SimilarityFn } from '@assay/core'
import type { ContextText } from './context-texts.ts'

/** How the texts of one row are compared. */
export type Comparison = {
  readonly compare: (a: string, b: string) => number | Promise<number>
  readonly atLeast?: SimilarityFn['atLeast'] | undefined
  /** What a similarity has to reach. */
  readonly limit: number
  /** For messages. */
  readonly name: string
}

export type Match = {
  /** Index of the first retrieved context that reaches the limit. */
  readonly retrieved: number | null
  /** To that one, or the best where none reaches it; `null` where bounds decided. */
  readonly similarity: number | null
}

/**
 * Looks for the first retrieved context that is similar enough to the reference context.
 * @throws AssayError `config` where the similarity function breaks its contract.
 */
export async function matchContext(reference: ContextText, retrieved: readonly ContextText[], comparison: Comparison): Promise<Match> {
  const { compare, atLeast, limit, name } = comparison
  let best: number | null = null
  for (const context of retrieved) {
    const reaches = atLeast?.(reference.text, context.text, limit)
    if (reaches === false) continue
    const given = compare(reference.text, context.text)
    const similarity = typeof given === 'number' ? given : await given
    if (!(typeof similarity === 'number' && similarity >= 0 && similarity <= 1)) {
      throw broken(
        name,
        `gave ${String(similarity)} for ${pair(reference, context)}. It must give a number from 0 (nothing in common) to 1 (equal)`,
      )
    }
    if (similarity >= limit) return { retrieved: context.index, similarity }
    if (reaches === true) {
      throw broken(
        name,
        `gave ${similarity} for ${pair(reference, context)}, but its atLeast says that it reaches ${limit}. Both must say the same`,
      )
    }
    if (best === null || similarity > best) best = similarity
  }
  return { retrieved: null, similarity: best }
}

function broken(name: string, fault: string): AssayError {
  return new AssayError({ kind: 'config', message: `The similarity function ${name} ${fault}.` })
}

function pair(reference: ContextText, retrieved: ContextText): string {
  return `reference context ${reference.index} and retrieved context ${retrieved.index}`
}
