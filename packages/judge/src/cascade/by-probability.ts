import { AssayError } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import type { Verdict } from '../verdict.ts'
import { composeVerifiers } from '../verifier/compose-verifiers.ts'

export type ProbabilityLimits = {
  /** A claim of at most this probability is unsupported; `null`: none is. */
  readonly unsupportedUpTo: number | null
  /** A claim of at least this probability is supported; `null`: none is. */
  readonly supportedFrom: number | null
}

/**
 * Decides only by the verifier's probabilities. Claims between the limits stay undecided, whatever the verifier's outcome. A claim
 * outside the verifier's domain is never decided. `calibrate()` finds the limits.
 * @throws AssayError `config` for limits that are outside [0, 1] or overlap.
 */
export function byProbability(verifier: ClaimVerifier, limits: ProbabilityLimits): ClaimVerifier {
  checkLimits(limits)
  const { unsupportedUpTo, supportedFrom } = limits
  const composed = composeVerifiers({
    name: 'calibrated',
    version: '1',
    kind: 'screen',
    members: [verifier],
    settings: [
      ...(unsupportedUpTo === null ? [] : [`unsupported<=${unsupportedUpTo}`]),
      ...(supportedFrom === null ? [] : [`supported>=${supportedFrom}`]),
    ],
    config: ([held = null]) => ({ type: 'calibrated', verifier: held, unsupportedUpTo, supportedFrom }),
    verify: (decidedBy) => async (input) => {
      const { verdicts, ...rest } = await verifier.verify(input)
      return { ...rest, verdicts: verdicts.map((verdict) => decided(verdict, limits, decidedBy)) }
    },
  })
  return verifier.threshold === undefined ? composed : { ...composed, threshold: verifier.threshold }
}

function decided(verdict: Verdict, { unsupportedUpTo, supportedFrom }: ProbabilityLimits, decidedBy: string): Verdict {
  const { probability, outOfScope, reason } = verdict
  const settled = (outcome: Verdict['outcome']): Verdict => ({
    ...verdict,
    outcome,
    decidedBy,
    reason: `probability ${String(probability)}: ${reason}`,
  })
  if (probability !== undefined && outOfScope !== true) {
    if (unsupportedUpTo !== null && probability <= unsupportedUpTo) return settled('unsupported')
    if (supportedFrom !== null && probability >= supportedFrom) return settled('supported')
  }
  return { ...verdict, outcome: 'undecided', decidedBy }
}

function checkLimits({ unsupportedUpTo, supportedFrom }: ProbabilityLimits): void {
  const overlap = unsupportedUpTo !== null && supportedFrom !== null && unsupportedUpTo >= supportedFrom
  if (![unsupportedUpTo, supportedFrom].some(isOutOfRange) && !overlap) return
  throw new AssayError({
    kind: 'config',
    message: `byProbability: unsupportedUpTo is ${String(unsupportedUpTo)} and supportedFrom ${String(supportedFrom)}; they must lie in [0, 1], the first below the second.`,
  })
}

function isOutOfRange(limit: number | null): boolean {
  return limit !== null && !(limit >= 0 && limit <= 1)
}
