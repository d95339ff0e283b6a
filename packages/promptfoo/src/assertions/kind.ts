import type { AnyMetric, SimilarityFn } from '@assay/core'
import type { RubricPrompt } from '@assay/judge'
import type { Grader } from '../models/graders.ts'
import type { Notes } from '../reading/notes.ts'
import type { Assertion, Placed } from '../tests/test-case.ts'

/** One kind of assertion that is checked: what it reads, and the metric that it becomes. */
export type AssertionKind = {
  /** Its types in a configuration, without `not-`. The first one names its score. */
  readonly types: readonly [string, ...string[]]
  /** Whether it is about what the target answered. */
  readonly readsOutput: boolean
  /** Whether it is about contexts: the variable `context`, or what a contextTransform finds. */
  readonly readsContext: boolean
  /**
   * @throws CannotCheck where it has to be skipped.
   * @throws AssayError `config` where it is written wrongly.
   */
  readonly build: (assertion: Assertion, tools: KindTools) => Promise<BuiltKind>
}

export type BuiltKind = {
  /** Scores the sample of the row, with the answer, the contexts and the reference that the assertion is about. */
  readonly metric: AnyMetric
  readonly threshold: number
  /** What its sample has as the reference. */
  readonly reference?: string | undefined
}

/** What kinds need of the test that an assertion stands in. */
export type KindTools = {
  /** The name of its score. */
  readonly name: string
  /** A text with variables filled in, or of the file that it names. @throws CannotCheck */
  readonly text: (written: string) => string
  /** Who grades. @throws AssayError `config` where nobody does. */
  readonly grader: () => Promise<Grader>
  readonly rubricPrompt: () => Placed<RubricPrompt> | undefined
  /** Embeddings that compare texts. @throws AssayError `config` */
  readonly similarity: () => Promise<SimilarityFn>
  /** Its threshold, or else this one, which is then said. */
  readonly threshold: (standard: number) => number
  /** Makes what many rows share once for each key. */
  readonly shared: <T>(key: string, make: () => T) => T
  readonly notes: Notes
}
