import { abortedError, type AssayError, configError, type SimilarityFn } from '@assay/core'
import type { ContextText } from './context-texts.ts'
import type { LikeliestFirst } from './likeliest-first.ts'
import type { Known, PairMemo } from './pair-memo.ts'

/** How the texts of one row are compared. */
export type Comparison = {
  readonly compare: (reference: string, retrieved: string) => number | Promise<number>
  readonly atLeast?: SimilarityFn['atLeast'] | undefined
  /** The threshold; `null` if only the best similarity is wanted. */
  readonly limit: number | null
  /** Whether all similarities are wanted, not only the first that reaches the threshold. */
  readonly explain: boolean
  /** The side of the context for which matches are searched. */
  readonly side: 'reference' | 'retrieved'
  readonly order: LikeliestFirst
  /** Absent if the similarity depends on the other texts of the row. */
  readonly memo?: PairMemo | undefined
  /** For messages. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

export type Match = {
  /** Index of a context of the other side that reaches the threshold: an equal one if there is one, else the likeliest. */
  readonly found: number | null
  /** The similarity to that one, or the best if none reaches the threshold; `null` if bounds decided. */
  readonly similarity: number | null
  /** The most similar context of the other side, the first of equals. Only if all similarities are wanted. */
  readonly best?: BestContext
}

type BestContext = { readonly index: number; readonly similarity: number }

type Pair = { readonly reference: ContextText; readonly retrieved: ContextText }

/** Above this many pairs of code units, the similarity of a match that a bound decided is not computed for the report, and other rows get a turn after each pair. */
const LONG_PAIR = 1e8

/**
 * Searches a context of the other side that is similar enough, likeliest first; with `explain`, compares all of them.
 * @throws AssayError `config` if the similarity function breaks its contract; `aborted` by the signal.
 */
export async function matchContext(context: ContextText, others: readonly ContextText[], comparison: Comparison): Promise<Match> {
  const { limit, explain, side } = comparison
  let found: BestContext | null = null
  let best: BestContext | null = null
  for (const other of comparison.order(context, others)) {
    const pair = side === 'reference' ? { reference: context, retrieved: other } : { reference: other, retrieved: context }
    const answer = remembered(pair, comparison)
    // A value in the memo needs no turn of the event loop.
    const known = answer instanceof Promise ? await answer : answer
    if (known === false) continue
    if (known === true) return { found: other.index, similarity: null }
    if (limit !== null && known >= limit) {
      if (!explain) return { found: other.index, similarity: known }
      found ??= { index: other.index, similarity: known }
    }
    if (best === null || known > best.similarity || (known === best.similarity && other.index < best.index))
      best = { index: other.index, similarity: known }
  }
  return {
    found: found?.index ?? null,
    similarity: (found ?? best)?.similarity ?? null,
    ...(explain && best !== null ? { best } : {}),
  }
}

function remembered(pair: Pair, comparison: Comparison): Known | Promise<Known> {
  const { memo, signal } = comparison
  if (memo === undefined)
    return isLong(pair) ? letOthersRun(signal).then(() => comparePair(pair, comparison)) : comparePair(pair, comparison)
  const [reference, retrieved] = [memo.idOf(pair.reference.text), memo.idOf(pair.retrieved.text)]
  const known = memo.get(reference, retrieved)
  if (known !== undefined) return known
  if (isLong(pair)) return letOthersRun(signal).then(() => memo.get(reference, retrieved) ?? learn())
  return learn()

  function learn(): Known | Promise<Known> {
    const answer = comparePair(pair, comparison)
    memo?.set(reference, retrieved, answer)
    if (answer instanceof Promise) {
      answer.then(
        (value) => memo?.set(reference, retrieved, value),
        () => memo?.forget(reference, retrieved),
      )
    }
    return answer
  }
}

function comparePair(pair: Pair, comparison: Comparison): Known | Promise<Known> {
  const { atLeast, limit, explain, name } = comparison
  const [reference, retrieved] = [pair.reference.text, pair.retrieved.text]
  const reaches = explain || limit === null ? undefined : atLeast?.(reference, retrieved, limit)
  if (reaches === false) return false
  if (reaches === true && isLong(pair)) return true
  const given = comparison.compare(reference, retrieved)
  return typeof given === 'number' || !(given instanceof Promise) ? checked(given) : given.then(checked)

  function checked(similarity: unknown): number {
    if (!(typeof similarity === 'number' && similarity >= 0 && similarity <= 1)) {
      const must = 'It must give a number from 0 (nothing in common) to 1 (equal)'
      throw broken(name, `gave ${String(similarity)} for ${named(pair)}. ${must}`)
    }
    if (reaches === true && limit !== null && similarity < limit) {
      const said = `gave ${similarity} for ${named(pair)}, but its atLeast says that it reaches ${limit}`
      throw broken(name, `${said}. Both must say the same`)
    }
    return similarity
  }
}

function isLong({ reference, retrieved }: Pair): boolean {
  return reference.text.length * retrieved.text.length >= LONG_PAIR
}

/** Lets timers, other rows and Ctrl-C run between two comparisons that may take seconds. */
async function letOthersRun(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0))
  if (signal?.aborted === true) throw abortedError(signal)
}

function broken(name: string, fault: string): AssayError {
  return configError(`The similarity function ${name} ${fault}.`)
}

function named({ reference, retrieved }: Pair): string {
  return `reference context ${reference.index} and retrieved context ${retrieved.index}`
}
