import type { Runtime } from './runtime.ts'

/**
 * How alike two texts are: (reference context, retrieved context) to a number in [0, 1], 1 for equal, 0 for nothing in common.
 * A bare `(a, b) => number` is one.
 */
export type SimilarityFn = ((a: string, b: string) => number | Promise<number>) & {
  /** Stands in signatures. Without it the function signs as `custom:<name>`, and `compare` cannot vouch for it. */
  readonly id?: string
  readonly version?: string
  /** Whether the similarity is `>= threshold`: exactly the same answer as comparing, possibly at a fraction of the work. */
  readonly atLeast?: (a: string, b: string, threshold: number) => boolean
  /** The same measure on the texts as they are, for callers that normalise by themselves or not at all. Default: the function itself. */
  readonly raw?: SimilarityFn
  /** Prepares one row's texts at once (embeds them, say). What it holds dies with the row. */
  readonly prepare?: (texts: readonly string[], runtime: Runtime) => Promise<(a: string, b: string) => number>
}
