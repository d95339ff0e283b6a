import type { Runtime } from './runtime.ts'

/**
 * How similar two texts are: (reference context, retrieved context) to a number in [0, 1], 1 for equal, 0 for no overlap. A bare `(a, b)
 * => number` is a similarity.
 */
export type SimilarityFn = ((a: string, b: string) => number | Promise<number>) & {
  /**
   * Its name in signatures. Without it the function signs as `custom:<name>`, and `compare` cannot tell whether two runs used the same
   * one.
   */
  readonly id?: string
  readonly version?: string
  /** Whether the similarity is `>= threshold`: the same result as comparing, possibly much faster. */
  readonly atLeast?: (a: string, b: string, threshold: number) => boolean
  /** The same measure on texts as they are, for callers that normalise themselves or not at all. Default: the function itself. */
  readonly raw?: SimilarityFn
  /** Prepares the texts of one row together (embeds them, for example). What it holds is released with the row. */
  readonly prepare?: (texts: readonly string[], runtime: Runtime) => Promise<(a: string, b: string) => number>
}
