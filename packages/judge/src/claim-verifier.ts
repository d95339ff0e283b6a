import type { JsonValue, Runtime, SignaturePart } from '@assay/core'
import type { Claim } from './claim.ts'
import type { Repaired } from './repairs.ts'
import type { Verdict } from './verdict.ts'

/** Says of each claim whether the contexts, taken together, support it. */
export type ClaimVerifier = {
  readonly id: string
  readonly version: string
  /** As it stands in a metric's signature: `openai:gpt-5-mini`, `lexical@1`. */
  readonly signature: string
  /** Options that can change a verdict, as they stand beside it in a metric's signature. */
  readonly signatureOptions?: readonly SignaturePart[]
  /** SHA-256, in hex, over everything fixed in its prompts. Absent where it asks no model. */
  readonly promptHash?: string
  /** What the same verifier can be built from elsewhere. Absent where it holds a function of the user's: it runs here only. */
  readonly config?: JsonValue
  /** How claims are put to a model: all of a sample at once, or each alone. Absent where none is asked, or by parts of it. */
  readonly strategy?: VerificationStrategy | 'per-context'
  /** The verifiers it is made from, and what else its signature shows in brackets. */
  readonly composition?: { readonly name: string; readonly members: readonly ClaimVerifier[]; readonly settings: readonly string[] }
  /** It asks its model at temperature 0. */
  readonly repeatable?: boolean
  /** Its model serves a repeated prompt from a cache where asked to: the first of several calls on the same contexts goes ahead. */
  readonly promptCache?: boolean
  /** No claim is ever left undecided. */
  readonly alwaysDecides?: boolean
  /** The same, settling only what it can prove without calibration: this is what a cascade puts in front. */
  readonly cautious?: ClaimVerifier
  /** A screen works without a model, and may leave claims undecided. */
  readonly kind: 'judge' | 'screen'
  /**
   * The probability from which an undecided claim counts as supported in the value. A verifier that leaves claims undecided and
   * has none leaves the sample unscored.
   */
  readonly threshold?: number
  /**
   * One verdict for each claim asked, found by its id. `contexts` are the sample's as they are: the verifier leaves out blank and
   * repeated ones itself, and reports evidence by index in the full list.
   * @throws AssayError, with the repairs that came before it; `Suspended` passes through.
   */
  readonly verify: (input: VerifyInput) => Promise<Verification>
}

export type VerificationStrategy = 'batched' | 'per-claim'

/** `repairs` always stand in the same order: which reply came first shows nowhere. */
export type Verification = Repaired & {
  readonly verdicts: readonly Verdict[]
  /** In how many groups contexts were shown, at most: several where a model's window does not hold all. */
  readonly groups?: number | undefined
}

export type VerifyInput = {
  readonly claims: readonly Claim[]
  readonly contexts: readonly string[]
  readonly userInput?: string | undefined
  readonly runtime: Runtime
  /** Numbers independent draws of the same verdicts: every call is made with it. Default 0. */
  readonly draw?: number | undefined
  /** Others will ask about the same contexts. */
  readonly sharesContexts?: boolean | undefined
}
