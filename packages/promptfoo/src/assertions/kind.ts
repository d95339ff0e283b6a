import type { AnyMetric, MetricConfig, SimilarityFn } from '@assay/core'
import type { RubricPrompt } from '@assay/judge'
import type { Grader } from '../models/graders.ts'
import type { FactualityWeights } from '../reading/config-shapes.ts'
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
  /** Where it is about a question: whether the prompt stands in for a missing one, and whether there is nothing to check without any. */
  readonly question?: { readonly orPrompt?: boolean; readonly isNeeded?: boolean }
  /**
   * @throws CannotCheck where it has to be skipped.
   * @throws AssayError `config` where it is written wrongly.
   */
  readonly build: (assertion: Assertion, tools: KindTools) => Promise<BuiltKind>
}

export type BuiltKind = {
  /** Scores the sample of the row, with the answer, the contexts and the reference that the assertion is about. */
  readonly metric: AnyMetric
  /** What its value is to reach, if anything is. */
  readonly threshold?: number
  /** The judge's own pass decides, beside the threshold if there is one. */
  readonly byVerdict?: boolean
  /** What its sample has as the reference. */
  readonly reference?: string | undefined
  /** What stands in the assertion beside the sample: two rows are the same question only where this is the same, too. */
  readonly asks?: string
}

/** What kinds need of the test that an assertion stands in. */
export type KindTools = {
  /** The name of its score. */
  readonly name: string
  /** A text with variables filled in, or of the file that it names. @throws CannotCheck */
  readonly text: (written: string) => string
  /** A value of any kind with variables filled into its texts; of a file with data, that data. @throws CannotCheck */
  readonly value: (written: unknown) => unknown
  /** Who grades. @throws AssayError `config` where nobody does. */
  readonly grader: () => Promise<Grader>
  readonly rubricPrompt: () => Placed<RubricPrompt> | undefined
  /** Embeddings that compare texts. @throws AssayError `config` */
  readonly similarity: () => Promise<SimilarityFn>
  /** The id of a model of embeddings, as in `openai:text-embedding-3-large`. @throws AssayError `config` */
  readonly embedding: () => string
  /** A metric of the catalog under the name of the score, with the grader as its judge. @throws AssayError `config` */
  readonly judged: (config: MetricConfig) => Promise<AnyMetric>
  /** Tells of a `rubricPrompt` that is not read, and why. */
  readonly rubricPromptUnread: (why: string) => void
  readonly factuality: FactualityWeights | undefined
  /** What the contexts are: one text, a list of them, or what a contextTransform finds in each answer. */
  readonly contextForm: 'text' | 'list' | 'open'
  /** Its threshold, or else this one, which is then said. */
  readonly threshold: (standard: number) => number
  /** Makes what many rows share once for each key. */
  readonly shared: <T>(key: string, make: () => T) => T
  readonly notes: Notes
}
