import type { UnscoredCause } from '@assay/core'
import type { SplitText } from '@assay/judge'
import type { Split } from './cells.ts'

type Unscored = { readonly cause: UnscoredCause; readonly reason: string }

/** Rows that need no judge, with the same outcome in every metric. */
export const rowOutcomes = {
  emptyReference: { cause: 'empty_reference', reason: 'The reference is blank: there is nothing to compare with.' },
  emptyResponse: { cause: 'empty_response', reason: 'The response is blank: there is nothing to look at.' },
  emptyUserInput: { cause: 'empty_user_input', reason: 'The question is blank: nothing can be said to answer it.' },
  nothingRecalled: {
    cause: 'nothing_recalled',
    reason: 'The retrieved contexts support no claim of the reference: there was nothing that an answer could use.',
  },
} as const satisfies Readonly<Record<string, Unscored>>

/** Why a text has no claims; `undefined` for one with claims. */
export function withoutClaims({ claims, declines }: Split, of: SplitText): Unscored | undefined {
  if (claims.length > 0) return undefined
  if (declines) return { cause: 'declined', reason: 'The response declines to answer and claims nothing.' }
  return { cause: 'no_claims', reason: `No claim was found in the ${of}. Look whether it states anything.` }
}
