import type { JsonValue, Runtime } from '@assay/core'
import type { Claim } from './claim.ts'
import type { Repaired } from './repairs.ts'

/** Which text of a sample is split: each has its own prompt. */
export type SplitText = 'reference' | 'response'

/** Splits a text into claims: the unit that a metric counts, fixed before any verification. */
export type ClaimExtractor = {
  readonly id: string
  readonly version: string
  /** Its name in a metric's signature. */
  readonly signature: string
  /** SHA-256, in hex, over everything fixed in the prompts for a reference. Absent if it calls no model. */
  readonly promptHash?: string
  /** The same for a response. */
  readonly responsePromptHash?: string
  /** What the same extractor can be built from in another process. Absent if it holds a user's function: it runs only here. */
  readonly config?: JsonValue
  /** @throws AssayError; `Suspended` passes through. An empty list means that there are no claims. */
  readonly extract: (input: {
    readonly text: string
    readonly of: SplitText
    readonly userInput?: string | undefined
    readonly runtime: Runtime
    /** Claims may be reused among calls with the same scope, as long as it exists. Default `runtime`. */
    readonly scope?: object | undefined
  }) => Promise<Extraction>
}

/** `repairs` and `declines` are present also if claims are reused. */
export type Extraction = Repaired & {
  readonly claims: readonly Claim[]
  /** Whether a response declines to answer, wholly or in part; absent if unknown. */
  readonly declines?: boolean | undefined
}
