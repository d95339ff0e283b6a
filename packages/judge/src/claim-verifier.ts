import type { JsonValue, Runtime, SignaturePart } from '@assay/core'
import type { Claim } from './claim.ts'
import type { Repaired } from './repairs.ts'
import type { Verdict } from './verdict.ts'

/** Decides for each claim whether the contexts, taken together, support it. */
export type ClaimVerifier = {
  readonly id: string
  readonly version: string
  /** Its name in a metric's signature: `openai:gpt-5-mini`, `lexical@1`. */
  readonly signature: string
  /** Options that can change a verdict, in the metric's signature. */
  readonly signatureOptions?: readonly SignaturePart[]
  /** SHA-256, in hex, over everything fixed in its prompts. Absent if it calls no model. */
  readonly promptHash?: string
  /** What the same verifier can be built from in another process. Absent if it holds a user's function: it runs only here. */
  readonly config?: JsonValue
  /** How claims are sent to a model: all of a sample at once, or each alone. Absent if there is no model, or if its members differ. */
  readonly strategy?: VerificationStrategy | 'per-context'
  /** The verifiers that it is composed of, and the other parts of its signature in brackets. */
  readonly composition?: { readonly name: string; readonly members: readonly ClaimVerifier[]; readonly settings: readonly string[] }
  /** It calls its model at temperature 0. */
  readonly repeatable?: boolean
  /** Its model caches prompts on request: the first of several calls on the same contexts is sent before the others. */
  readonly promptCache?: boolean
  /** It leaves no claim undecided. */
  readonly alwaysDecides?: boolean
  /** The same verifier, deciding only what it can prove without calibration: used in front of a cascade. */
  readonly cautious?: ClaimVerifier
  /** A screen works without a model, and may leave claims undecided. */
  readonly kind: 'judge' | 'screen'
  /**
   * The probability from which an undecided claim counts as supported in the value. A verifier that leaves claims undecided and has none
   * leaves the sample unscored.
   */
  readonly threshold?: number
  /**
   * One verdict for each claim, found by its id. `contexts` are the sample's, unchanged: the verifier leaves out blank and repeated ones
   * itself, and reports evidence by index in the full list.
   * @throws AssayError, with the repairs that came before it; `Suspended` passes through.
   */
  readonly verify: (input: VerifyInput) => Promise<Verification>
}

export type VerificationStrategy = 'batched' | 'per-claim'

/** `repairs` always have the same order, independent of the order of replies. */
export type Verification = Repaired & {
  readonly verdicts: readonly Verdict[]
  /** The largest number of groups of contexts: several if a model's window does not hold all of them. */
  readonly groups?: number | undefined
}

export type VerifyInput = {
  readonly claims: readonly Claim[]
  readonly contexts: readonly string[]
  readonly userInput?: string | undefined
  readonly runtime: Runtime
  /** Numbers independent draws of the same verdicts: every call is made with it. Default 0. */
  readonly draw?: number | undefined
  /** Other calls will send the same contexts. */
  readonly sharesContexts?: boolean | undefined
}
