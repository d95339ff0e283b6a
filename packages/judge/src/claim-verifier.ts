import type { JsonValue, Runtime, SignaturePart } from '@assay/core'
import type { Claim } from './claim.ts'
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
   * @throws AssayError; `Suspended` passes through.
   */
  readonly verify: (input: {
    readonly claims: readonly Claim[]
    readonly contexts: readonly string[]
    readonly userInput?: string | undefined
    readonly runtime: Runtime
    /** Told what was repaired, corrected or asked again on the way. */
    readonly onRepair?: ((repair: string) => void) | undefined
  }) => Promise<Verdict[]>
}
