import type { Runtime } from '@assay/core'
import type { Claim } from './claim.ts'

/** Splits a reference into claims: the denominator of recall, fixed before anything is verified. */
export type ClaimExtractor = {
  readonly id: string
  readonly version: string
  /** As it stands in a metric's signature. */
  readonly signature: string
  /** @throws AssayError; `Suspended` passes through. An empty list means that there is nothing to check. */
  readonly extract: (input: { readonly reference: string; readonly userInput?: string | undefined; readonly runtime: Runtime }) => Promise<Claim[]>
}
