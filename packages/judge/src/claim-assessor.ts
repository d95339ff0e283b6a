import type { JsonValue, Runtime, SignaturePart } from '@assay/core'
import type { Extraction } from './claim-extractor.ts'
import type { Verification } from './claim-verifier.ts'

/** Splits and judges in one go, as classic ragas and promptfoo do: the denominator is the judge's own, and is marked so. */
export type ClaimAssessor = {
  /** Names the strategy in a metric's signature. */
  readonly id: string
  readonly version: string
  readonly signature: string
  /** Options that can change a verdict, as they stand beside it in a metric's signature. */
  readonly signatureOptions?: readonly SignaturePart[]
  /** SHA-256, in hex, over everything fixed in its prompts. Absent where it asks no model. */
  readonly promptHash?: string
  /** What the same assessor can be built from elsewhere. Absent where it holds a function of the user's: it runs here only. */
  readonly config?: JsonValue
  readonly assess: (input: {
    readonly reference: string
    readonly contexts: readonly string[]
    readonly userInput?: string | undefined
    readonly runtime: Runtime
  }) => Promise<Extraction & Verification>
}
