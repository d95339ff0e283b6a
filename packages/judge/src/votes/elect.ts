import { AssayError, type AssayErrorKind } from '@assay/core'
import { type Answer, askAll } from '../ask-all.ts'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier, VerifyInput } from '../claim-verifier.ts'
import type { Verdict, Vote } from '../verdict.ts'
import { verdictsInOrder } from '../verifier/verdicts-in-order.ts'

type Voter = {
  readonly verifier: ClaimVerifier
  /** Which draw of that verifier this vote is. */
  readonly draw: (draw: number) => number
}

export type Election = {
  readonly voters: readonly Voter[]
  /** Valid votes that are needed. */
  readonly quorum: number
  readonly decidedBy: string
  /** All votes read the same prompt: the first goes ahead where that makes the others cheaper. */
  readonly samePrompt: boolean
}

/** The end of the run, or a mistake of the caller: no verdict of fewer votes should come of these. */
const NEVER_LEFT_OUT: ReadonlySet<AssayErrorKind> = new Set(['aborted', 'budget', 'config'])

/**
 * One verdict for each claim, by the majority of the valid votes. A tie, possible only where votes failed, leaves a claim undecided.
 * @throws AssayError the first failed vote's, where fewer than `quorum` are valid; `Suspended` passes through.
 */
export async function elect({ voters, quorum, decidedBy, samePrompt }: Election, input: VerifyInput): Promise<Verdict[]> {
  const { claims, onRepair, draw = 0, sharesContexts = false } = input
  if (claims.length === 0) return []
  const repairs: string[][] = voters.map(() => [])
  const answers = await askAll(
    voters.map(({ verifier, draw: drawOf }, at) => async () => {
      const own = repairs[at] ?? []
      const asked = {
        ...input,
        onRepair: (repair: string) => void own.push(repair),
        draw: drawOf(draw),
        sharesContexts: sharesContexts || samePrompt,
      }
      return validVote(claims, await verifier.verify(asked), verifier.signature)
    }),
    { firstAlone: samePrompt && voters[0]?.verifier.promptCache === true, firstCounts: quorum === voters.length },
  )
  const failed = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]))
  const fatal = failed.find(({ kind }) => NEVER_LEFT_OUT.has(kind)) ?? (voters.length - failed.length < quorum ? failed[0] : undefined)
  for (const [at, { verifier }] of voters.entries()) {
    const vote = `vote ${at + 1} of ${voters.length}, ${verifier.signature}`
    for (const repair of repairs[at] ?? []) onRepair?.(`${vote}: ${repair}`)
    const answer = answers[at]
    if (answer?.ok === false) onRepair?.(`${vote}: failed (${answer.error.kind}) ${fatal === undefined ? 'and was left out' : ''}`.trim())
  }
  if (fatal !== undefined) throw fatal
  return claims.map((_claim, at) => verdictOf(at, { voters, answers, decidedBy, claims }))
}

/** @throws AssayError `invalid_reply` for verdicts that are no vote: a voter says supported or unsupported. */
function validVote(claims: readonly Claim[], verdicts: readonly Verdict[], by: string): Verdict[] {
  const ordered = verdictsInOrder(claims, verdicts, by)
  const open = ordered.find(({ outcome }) => outcome === 'undecided')
  if (open === undefined) return ordered
  throw new AssayError({
    kind: 'invalid_reply',
    message: `${by} left ${open.claim} undecided, which is no vote. Let it decide, or put it before the vote with cascade().`,
  })
}

function verdictOf(
  at: number,
  o: Pick<Election, 'voters' | 'decidedBy'> & { readonly answers: readonly Answer<Verdict[]>[]; readonly claims: readonly Claim[] },
): Verdict {
  const ballots = o.answers.map((answer) => (answer.ok ? answer.value[at] : undefined))
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
