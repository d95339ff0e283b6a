import { AssayError } from '@assay/core'
import type { Claim } from '../claim.ts'
import type { Verification } from '../claim-verifier.ts'
import type { Verdict } from '../verdict.ts'
import { claimIdDefect } from './claim-id-defect.ts'

/**
 * The same with one verdict for each claim, in the claims' order and joined by id, from any verifier.
 * @throws AssayError `invalid_reply` if the verifier did not give exactly that.
 */
export function verdictsInOrder<T extends Verification>(claims: readonly Claim[], verification: T, by: string): T {
  // A user-defined verifier may be plain JavaScript.
  const verdicts = Array.isArray(verification.verdicts) ? verification.verdicts : []
  const defect =
    claimIdDefect(
      claims.map(({ id }) => id),
      verdicts.map(({ claim }) => claim),
    ) ?? verdicts.map(valueDefect).find((found) => found !== undefined)
  if (defect !== undefined) {
    throw new AssayError({
      kind: 'invalid_reply',
      message: `The verdicts of ${by} cannot be used: ${defect}. A verifier gives { verdicts }, one for each claim.`,
      repairs: verification.repairs,
    })
  }
  const byId = new Map(verdicts.map((verdict) => [verdict.claim, verdict]))
  return { ...verification, verdicts: claims.flatMap(({ id }) => byId.get(id) ?? []) }
}

function valueDefect({ claim, outcome, probability }: Verdict): string | undefined {
  if (!OUTCOMES.has(outcome)) return `the outcome of ${claim} is ${JSON.stringify(outcome)}`
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) return `the probability of ${claim} is ${probability}`
  return undefined
}

const OUTCOMES: ReadonlySet<string> = new Set(['supported', 'unsupported', 'undecided'])
