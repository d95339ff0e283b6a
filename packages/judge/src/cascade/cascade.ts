import { type AssayError, configError, type LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { afterRepairs } from '../repairs.ts'
import type { Verdict } from '../verdict.ts'
import { composeVerifiers } from '../verifier/compose-verifiers.ts'
import { toVerifier } from '../verifier/to-verifier.ts'
import { verdictsInOrder } from '../verifier/verdicts-in-order.ts'

export type CascadeOptions = {
  /**
   * When the first verifier's verdict is final: if it decided (default), or if it is a vote and all valid votes agree. All other claims
   * go to the second.
   */
  readonly settles?: 'decided' | 'unanimous' | undefined
}

/**
 * The first verifier decides what it can, the second judges only the rest; `decidedBy` of each verdict names the verifier. A screen in
 * front decides only what it can prove without calibration (its `cautious` form); `calibrate()` lets it decide more.
 * @throws AssayError `config` if the second would never be called, or is a screen behind a judge.
 */
export function cascade(first: ClaimVerifier, second: LLMAdapter | ClaimVerifier, options: CascadeOptions = {}): ClaimVerifier {
  const { settles = 'decided' } = options
  const front = toVerifier(first, 'cascade')
  const leading = front.cautious ?? front
  const next = toVerifier(second, 'cascade')
  checkOrder(leading, next, settles)
  const isSettled = settles === 'unanimous' ? isUnanimous : isDecided
  const composed = composeVerifiers({
    name: 'cascade',
    version: '1',
    kind: next.kind,
    members: [leading, next],
    settings: settles === 'decided' ? [] : [`settles=${settles}`],
    config: ([held = null, heldNext = null]) => ({ type: 'cascade', first: held, second: heldNext, settles }),
    verify: () => async (input) => {
      const { claims } = input
      const found = verdictsInOrder(claims, await leading.verify(input), leading.signature)
      const open = new Set(found.verdicts.filter((verdict) => !isSettled(verdict)).map(({ claim }) => claim))
      if (open.size === 0) return found
      const rest = claims.filter(({ id }) => open.has(id))
      const judged = verdictsInOrder(rest, await afterRepairs(found, next.verify({ ...input, claims: rest })), next.signature)
      const byId = new Map(judged.verdicts.map((verdict) => [verdict.claim, verdict]))
      const verdicts = found.verdicts.map((verdict) => afterVotes(byId.get(verdict.claim), verdict))
      return { verdicts, repairs: judged.repairs, groups: Math.max(found.groups ?? 0, judged.groups ?? 0) }
    },
  })
  const { threshold, alwaysDecides } = next
  return { ...composed, ...(threshold === undefined ? {} : { threshold }), ...(alwaysDecides === undefined ? {} : { alwaysDecides }) }
}

function isDecided({ outcome }: Verdict): boolean {
  return outcome !== 'undecided'
}

function isUnanimous({ outcome, votes = [] }: Verdict): boolean {
  return outcome !== 'undecided' && votes.every((vote) => vote.outcome === null || vote.outcome === outcome)
}

/** Votes without a decision are recorded: agreement must not be computed over the easy claims alone. */
function afterVotes(judged: Verdict | undefined, before: Verdict): Verdict {
  if (judged === undefined) return before
  return judged.votes === undefined && before.votes !== undefined ? { ...judged, votes: before.votes } : judged
}

function checkOrder(first: ClaimVerifier, second: ClaimVerifier, settles: string): void {
  if (settles !== 'decided' && settles !== 'unanimous') {
    throw config(`settles is ${JSON.stringify(settles)}; it must be "decided" or "unanimous"`)
  }
  if (settles === 'unanimous' && first.id !== 'votes' && first.id !== 'panel') {
    throw config(`settles: "unanimous" needs votes() or panel() in front, and ${first.signature} is neither`)
  }
  if (settles === 'decided' && first.alwaysDecides === true) {
    throw config(
      `${first.signature} leaves no claim undecided, so ${second.signature} would never be called; put a screen in front, or a vote with settles: "unanimous"`,
    )
  }
  if (first.kind === 'judge' && second.kind === 'screen') {
    throw config(`${second.signature} is a screen; put it before ${first.signature}, not behind`)
  }
}

function config(message: string): AssayError {
  return configError(`cascade: ${message}.`)
}
