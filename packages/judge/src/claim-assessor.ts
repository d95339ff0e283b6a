import type { Runtime } from '@assay/core'
import type { Claim } from './claim.ts'
import type { Verdict } from './verdict.ts'

/** Splits and judges in one go, as classic ragas and promptfoo do: the denominator is the judge's own, and is marked so. */
export type ClaimAssessor = {
  readonly id: string
  readonly version: string
  readonly signature: string
  readonly assess: (input: {
    readonly reference: string
    readonly contexts: readonly string[]
    readonly userInput?: string | undefined
    readonly runtime: Runtime
  }) => Promise<{ readonly claims: Claim[]; readonly verdicts: Verdict[] }>
}
