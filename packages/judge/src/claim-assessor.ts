import type { JsonValue, Runtime, SignaturePart } from '@assay/core'
import type { Extraction } from './claim-extractor.ts'
import type { Verification } from './claim-verifier.ts'

/** Splits and judges in one step, as classic ragas and promptfoo do: the judge chooses the denominator, and the score is marked so. */
export type ClaimAssessor = {
  /** Names the strategy in a metric's signature. */
  readonly id: string
  readonly version: string
  readonly signature: string
  /** Options that can change a verdict, in the metric's signature. */
  readonly signatureOptions?: readonly SignaturePart[]
  /** SHA-256, in hex, over everything fixed in its prompts. Absent if it calls no model. */
  readonly promptHash?: string
  /** What the same assessor can be built from in another process. Absent if it holds a user's function: it runs only here. */
  readonly config?: JsonValue
  readonly assess: (input: {
    readonly reference: string
    readonly contexts: readonly string[]
    readonly userInput?: string | undefined
    readonly runtime: Runtime
  }) => Promise<Extraction & Verification>
}
