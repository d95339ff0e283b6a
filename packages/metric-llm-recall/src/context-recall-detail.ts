import type { Claim, Verdict } from '@assay/judge'
import type { Agreement, Uncovered } from '@assay/metric-kit'

/** The explanation of a value of context recall. */
export type ContextRecallDetail = {
  /** `batched`, `per-claim`, `mixed` (by members of different strategies), or an assessor's own name: `single-pass`. */
  readonly strategy: string
  /** How the claims were chosen: by an extractor before any verification, or by the judge in the call that judged them. */
  readonly denominator: 'extractor' | 'judge'
  /** Empty if nothing was retrieved: then the reference is not split. */
  readonly claims: readonly Claim[]
  /** One for each claim, in their order. */
  readonly verdicts: readonly Verdict[]
  readonly extractor: string
  readonly verifier: string
  /** SHA-256, in hex, over the fixed text of all prompts; the signature contains its beginning. Absent without a model. */
  readonly promptHash?: string
  /** Parts of the reference that may be missing from its claims. */
  readonly uncovered: Uncovered
  /** Claims marked as supported without a quote that occurs in a context. If quotes are required they count as unsupported. */
  readonly noVerifiedQuote: number
  /** How far votes agreed; absent without votes. */
  readonly agreement?: Agreement
  /**
   * The number of groups in which the contexts were sent, if the judge's window does not hold all of them: the largest, if calls or
   * judges differ. Absent if they were sent together.
   */
  readonly grouped?: number
  /** What was repaired, corrected or requested again. */
  readonly repairs: readonly string[]
}
