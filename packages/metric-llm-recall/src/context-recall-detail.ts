import type { Claim, Verdict } from '@assay/judge'
import type { Agreement, Uncovered } from '@assay/metric-kit'

/** How a value of context recall came about. */
export type ContextRecallDetail = {
  /** `batched`, `per-claim`, `mixed` (by members of different strategies), or what an assessor calls its own: `single-pass`. */
  readonly strategy: string
  /** Who chose the claims: an extractor, before anything was verified, or the judge in the call that judged them. */
  readonly denominator: 'extractor' | 'judge'
  /** Empty where nothing was retrieved: then no claim was looked for. */
  readonly claims: readonly Claim[]
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  readonly extractor: string
  readonly verifier: string
  /** SHA-256, in hex, over the fixed text of all prompts; its beginning stands in the signature. Absent without a model. */
  readonly promptHash?: string
  /** What of the reference may have been lost in splitting it into claims. */
  readonly uncovered: Uncovered
  /** Claims that were called supported without a quote that stands in a context. Where one is required they count as unsupported. */
  readonly noVerifiedQuote: number
  /** How far votes agreed; absent where none were cast. */
  readonly agreement?: Agreement
  /**
   * In how many groups the contexts were shown, since the judge's window does not hold all of them: at most, where several calls or judges
   * differ. Absent where they were shown together.
   */
  readonly grouped?: number
  /** What was repaired, corrected or asked again. */
  readonly repairs: readonly string[]
}
