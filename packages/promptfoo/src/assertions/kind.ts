import type { AnyMetric, MetricConfig, SimilarityFn } from '@assay/core'
import type { RubricPrompt } from '@assay/judge'
import type { Grader } from '../models/graders.ts'
import type { FactualityWeights } from '../reading/config-shapes.ts'
import type { Notes } from '../reading/notes.ts'
import type { Assertion, Placed } from '../tests/test-case.ts'

/** A kind of assertion that is checked: what it reads, and its metric. */
export type AssertionKind = {
  /** Its types in a configuration, without `not-`. The first one names its score. */
  readonly types: readonly [string, ...string[]]
  /** Whether it reads the answer of the target. */
  readonly readsOutput: boolean
  /** Whether it reads contexts: the variable `context`, or the result of a contextTransform. */
  readonly readsContext: boolean
  /** Set if it reads a question: whether the prompt is used without one, and whether it needs one. */
  readonly question?: { readonly orPrompt?: boolean; readonly isNeeded?: boolean }
  /**
   * @throws CannotCheck if it must be skipped.
   * @throws AssayError `config` if it is not valid.
   */
  readonly build: (assertion: Assertion, tools: KindTools) => Promise<BuiltKind>
}

export type BuiltKind = {
  /** Scores the sample of the row, with the answer, the contexts and the reference that the assertion is about. */
  readonly metric: AnyMetric
  /** The threshold, if there is one. */
  readonly threshold?: number
  /** The judge's own pass decides, beside the threshold if there is one. */
  readonly byVerdict?: boolean
  /** The reference of its sample. */
  readonly reference?: string | undefined
  /** Input of the assertion that is not in the sample. Rows of two runs are compared only if it is equal, too. */
  readonly asks?: string
}

/** What kinds need from the test of an assertion. */
export type KindTools = {
  /** The name of its score. */
  readonly name: string
  /** A text with variables filled in, or of the file that it names. @throws CannotCheck */
  readonly text: (written: string) => string
  /** A value of any kind with variables filled into its texts; of a file with data, that data. @throws CannotCheck */
  readonly value: (written: unknown) => unknown
  /** The grader. @throws AssayError `config` if there is none. */
  readonly grader: () => Promise<Grader>
  readonly rubricPrompt: () => Placed<RubricPrompt> | undefined
  /** Embeddings that compare texts. @throws AssayError `config` */
  readonly similarity: () => Promise<SimilarityFn>
  /** The id of a model of embeddings, as in `openai:text-embedding-3-large`. @throws AssayError `config` */
  readonly embedding: () => string
  /** A metric of the catalog under the name of the score, with the grader as its judge. @throws AssayError `config` */
  readonly judged: (config: MetricConfig) => Promise<AnyMetric>
  /** Notes that a `rubricPrompt` is not read, and why. */
  readonly rubricPromptUnread: (why: string) => void
  readonly factuality: FactualityWeights | undefined
  /** The form of the contexts: one text, a list, or open, if a contextTransform finds them. */
  readonly contextForm: 'text' | 'list' | 'open'
  /** Its threshold, else this default, which is then noted. */
  readonly threshold: (standard: number) => number
  /** Makes a value once for each key, for all rows. */
  readonly shared: <T>(key: string, make: () => T) => T
  readonly notes: Notes
}
