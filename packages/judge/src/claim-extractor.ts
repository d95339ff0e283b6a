import type { JsonValue, Runtime } from '@assay/core'
import type { Claim } from './claim.ts'
import type { Repaired } from './repairs.ts'

/** Which text of a sample is split: they have prompts of their own. */
export type SplitText = 'reference' | 'response'

/** Splits a text into claims: what a metric counts, fixed before anything is verified. */
export type ClaimExtractor = {
  readonly id: string
  readonly version: string
  /** As it stands in a metric's signature. */
  readonly signature: string
  /** SHA-256, in hex, over everything fixed in the prompts for a reference. Absent where it asks no model. */
  readonly promptHash?: string
  /** The same for a response. */
  readonly responsePromptHash?: string
  /** What the same extractor can be built from elsewhere. Absent where it holds a function of the user's: it runs here only. */
  readonly config?: JsonValue
  /** @throws AssayError; `Suspended` passes through. An empty list means that there is nothing to check. */
  readonly extract: (input: {
    readonly text: string
    readonly of: SplitText
    readonly userInput?: string | undefined
    readonly runtime: Runtime
    /** Claims may be reused among calls with the same scope, and live as long as it. Default `runtime`. */
    readonly scope?: object | undefined
  }) => Promise<Extraction>
}

/** `repairs` and `declines` stand there also where claims are reused. */
export type Extraction = Repaired & {
  readonly claims: readonly Claim[]
  /** Whether a response declines to answer, wholly or in part; absent where nobody can tell. */
  readonly declines?: boolean | undefined
}
