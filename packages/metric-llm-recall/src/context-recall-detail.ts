import type { Claim, Verdict } from '@assay/judge'
import type { Uncovered } from './uncovered.ts'

/** How a value of context recall came about. */
export type ContextRecallDetail = {
  readonly strategy: 'batched'
  /** The denominator, fixed before anything was verified. Empty where nothing was retrieved: then no claim was looked for. */
  readonly claims: readonly Claim[]
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  readonly extractor: string
  readonly verifier: string
  /** SHA-256, in hex, over the fixed text of all prompts; its beginning stands in the signature. Absent without a model. */
  readonly promptHash?: string
  /** What of the reference may have been lost in splitting it into claims. */
  readonly uncovered: Uncovered
  /** Claims the judge called supported, counted as unsupported since no quote for them was verified. */
  readonly noVerifiedQuote: number
  /** What was repaired, corrected or asked again. */
  readonly repairs: readonly string[]
}
