import { AssayError, type AssayErrorKind } from '@assay/core'
import { type Answer, callAll } from '../call-all.ts'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier, Verification, VerifyInput } from '../claim-verifier.ts'
import { repairsOf, withRepairs } from '../repairs.ts'
import type { Verdict, Vote } from '../verdict.ts'
import { verdictsInOrder } from '../verifier/verdicts-in-order.ts'

type Voter = {
  readonly verifier: ClaimVerifier
  /** Which draw of that verifier this vote is. */
  readonly draw: (draw: number) => number
}

export type Election = {
  readonly voters: readonly Voter[]
  /** The number of valid votes needed. */
  readonly quorum: number
  readonly decidedBy: string
  /** All votes send the same prompt: the first is sent before the others if that makes them cheaper. */
  readonly samePrompt: boolean
}

/** The end of the run, or a mistake of the caller: no verdict may be formed from fewer votes then. */
const NEVER_LEFT_OUT: ReadonlySet<AssayErrorKind> = new Set(['aborted', 'budget', 'config'])

/**
 * One verdict for each claim, by the majority of the valid votes. A tie, possible only if votes failed, leaves a claim undecided.
 * @throws AssayError the first failed vote's, if fewer than `quorum` are valid; `Suspended` passes through.
 */
export async function elect({ voters, quorum, decidedBy, samePrompt }: Election, input: VerifyInput): Promise<Verification> {
  const { claims, draw = 0, sharesContexts = false } = input
  if (claims.length === 0) return { verdicts: [] }
  const answers = await callAll(
    voters.map(({ verifier, draw: drawOf }) => async () => {
      const vote = { ...input, draw: drawOf(draw), sharesContexts: sharesContexts || samePrompt }
      return validVote(claims, await verifier.verify(vote), verifier.signature)
    }),
    { firstAlone: samePrompt && voters[0]?.verifier.promptCache === true, firstCounts: quorum === voters.length },
  )
  const failed = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]))
  const fatal = failed.find(({ kind }) => NEVER_LEFT_OUT.has(kind)) ?? (voters.length - failed.length < quorum ? failed[0] : undefined)
  const repairs = answers.flatMap((answer, at) => {
    const vote = `vote ${at + 1} of ${voters.length}, ${voters[at]?.verifier.signature}`
    const end = answer.ok ? [] : [`failed (${answer.error.kind})${fatal === undefined ? ' and was left out' : ''}`]
    return [...repairsOf(answer), ...end].map((repair) => `${vote}: ${repair}`)
  })
  if (fatal !== undefined) throw withRepairs(fatal, repairs)
  const verdicts = claims.map((_claim, at) => verdictOf(at, { voters, answers, decidedBy, claims }))
  return { verdicts, repairs, groups: Math.max(...answers.map((answer) => (answer.ok && answer.value.groups) || 0)) }
}

/** @throws AssayError `invalid_reply` for verdicts that are no vote: a vote is supported or unsupported. */
function validVote(claims: readonly Claim[], given: Verification, by: string): Verification {
  const ordered = verdictsInOrder(claims, given, by)
  const open = ordered.verdicts.find(({ outcome }) => outcome === 'undecided')
  if (open === undefined) return ordered
  throw new AssayError({
    kind: 'invalid_reply',
    message: `${by} left ${open.claim} undecided, which is no vote. Let it decide, or put it before the vote with cascade().`,
    repairs: ordered.repairs,
  })
}

function verdictOf(
  at: number,
  o: Pick<Election, 'voters' | 'decidedBy'> & { readonly answers: readonly Answer<Verification>[]; readonly claims: readonly Claim[] },
): Verdict {
  const ballots = o.answers.map((answer) => (answer.ok ? answer.value.verdicts[at] : undefined))
  const votes = o.voters.map(({ verifier }, voter): Vote => voteOf(verifier, o.answers[voter], ballots[voter]))
  const count = (outcome: Vote['outcome']): number => votes.filter((vote) => vote.outcome === outcome).length
  const lead = count('supported') - count('unsupported')
  const outcome = lead > 0 ? 'supported' : lead < 0 ? 'unsupported' : 'undecided'
  const speaker = ballots.find((ballot) => ballot?.outcome === outcome)
  return {
    claim: o.claims[at]?.id ?? '',
    outcome,
    decidedBy: o.decidedBy,
    reason: speaker?.reason ?? 'no_majority',
    evidence: speaker?.evidence ?? [],
    votes,
  }
}

function voteOf({ signature, repeatable = false }: ClaimVerifier, answer: Answer<unknown> | undefined, ballot: Verdict | undefined): Vote {
  const held = ballot === undefined || ballot.outcome === 'undecided' ? null : ballot.outcome
  const reason = answer?.ok === false ? answer.error.kind : (ballot?.reason ?? '')
  return { by: signature, outcome: held, reason, ...(repeatable ? { repeatable } : {}) }
}
