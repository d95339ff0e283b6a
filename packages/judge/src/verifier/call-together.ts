import type { AssayError } from '@assay/core'
import { callAll } from '../call-all.ts'
import type { Claim } from '../claim.ts'
import { repairsOf, withRepairs } from '../repairs.ts'
import type { Verdict } from '../verdict.ts'
import type { AnsweredCall, VerifyCall } from './call-in-groups.ts'
import type { ContextPiece } from './context-piece.ts'
import { type CallSizes, chunked } from './plan-calls.ts'
import { rankContexts } from './rank-contexts.ts'

/**
 * Verifies claims that no group of contexts supports once more: with the contexts that share most with them, from all groups, as many as
 * fit. No call is made if these were all in one group. Returns the verdicts by claim.
 * @throws AssayError, except if the provider finds these contexts too long: that is recorded, and the groups' verdicts are final.
 */
export async function callTogether(o: {
  readonly chunks: readonly (readonly Claim[])[]
  /** The successful calls about each claim: more than one if there are groups. */
  readonly byClaim: ReadonlyMap<string, readonly AnsweredCall[]>
  readonly verifyCall: VerifyCall
  readonly sizes: CallSizes
  readonly roomBeside: CallSizes['roomBeside']
  readonly perClaim: boolean
  /** Those of the groups. */
  readonly repairs: readonly string[]
}): Promise<{ readonly verdicts: ReadonlyMap<string, Verdict>; readonly repairs: readonly string[] }> {
  const { chunks, byClaim, verifyCall, sizes, roomBeside, perClaim } = o
  const calls = chunks
    .flatMap((claims) => {
      const open = claims.filter(({ id }) => isOpen(id, byClaim.get(id) ?? []))
      return chunked(open, perClaim ? 1 : open.length, () => true)
    })
    .map((claims) => {
      const before = byClaim.get(claims[0]?.id ?? '') ?? []
      return { claims, pieces: chosenFrom(before, claims, { sizes, room: roomBeside(claims) }) }
    })
    .filter(({ pieces }) => pieces.length > 0)
  const answers = await callAll(
    calls.map(
      ({ claims, pieces }) =>
        () =>
          verifyCall(claims, pieces, 'once'),
    ),
  )
  const verdicts = new Map<string, Verdict>()
  const repairs = [...o.repairs]
  for (const [at, answer] of answers.entries()) {
    repairs.push(...repairsOf(answer))
    if (answer.ok) for (const verdict of answer.value.verdicts) verdicts.set(verdict.claim, verdict)
    else if (!isOverflow(answer.error)) throw withRepairs(answer.error, repairs)
    else
      repairs.push(`${calls[at]?.claims.map(({ id }) => id).join(', ')}: the contexts of several groups were too long to be shown together`)
  }
  return { verdicts, repairs }
}

export function verdictOn(id: string, { verdicts }: AnsweredCall): Verdict | undefined {
  return verdicts.find(({ claim }) => claim === id)
}

function isOpen(id: string, calls: readonly AnsweredCall[]): boolean {
  return calls.length > 1 && calls.every((call) => verdictOn(id, call)?.outcome !== 'supported')
}

/** The best ranked pieces that fit, in the order in which they were sent; none if one call contained them all. */
function chosenFrom(
  calls: readonly AnsweredCall[],
  claims: readonly Claim[],
  { sizes, room }: { readonly sizes: CallSizes; readonly room: number },
): ContextPiece[] {
  const shown = calls.flatMap(({ pieces }) => pieces)
  const taken = new Set<ContextPiece>()
  let left = room
  for (const piece of rankContexts(claims, shown)) {
    const tokens = sizes.ofPieces([piece])
    if (tokens > left) continue
    taken.add(piece)
    left -= tokens
  }
  const wasShown = calls.some(({ pieces }) => [...taken].every((piece) => pieces.includes(piece)))
  return wasShown ? [] : shown.filter((piece) => taken.has(piece))
}

function isOverflow(error: AssayError): boolean {
  return error.kind === 'context_overflow'
}
