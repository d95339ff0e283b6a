import type { AssayError } from '@assay/core'
import { askAll } from '../ask-all.ts'
import type { Claim } from '../claim.ts'
import { repairsOf, withRepairs } from '../repairs.ts'
import type { Verdict } from '../verdict.ts'
import type { AnsweredCall, Ask } from './ask-in-groups.ts'
import type { ContextPiece } from './context-piece.ts'
import { type CallSizes, chunked } from './plan-calls.ts'
import { rankContexts } from './rank-contexts.ts'

/**
 * Claims that no group of contexts supports, asked about once more: with the contexts that share most with them, whatever their group, as
 * many as fit. Nothing is asked where these have all stood in one group. Gives the verdicts by claim.
 * @throws AssayError, though not where the provider finds these contexts too long: that is noted, and the groups' verdicts stand.
 */
export async function askTogether(o: {
  readonly chunks: readonly (readonly Claim[])[]
  /** The calls that were answered about each claim: more than one where there are groups. */
  readonly byClaim: ReadonlyMap<string, readonly AnsweredCall[]>
  readonly ask: Ask
  readonly sizes: CallSizes
  readonly roomBeside: CallSizes['roomBeside']
  readonly perClaim: boolean
  /** Those of the groups. */
  readonly repairs: readonly string[]
}): Promise<{ readonly verdicts: ReadonlyMap<string, Verdict>; readonly repairs: readonly string[] }> {
  const { chunks, byClaim, ask, sizes, roomBeside, perClaim } = o
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
  const answers = await askAll(
    calls.map(
      ({ claims, pieces }) =>
        () =>
          ask(claims, pieces, 'once'),
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

/** The best ranked pieces that fit, in the order in which they were shown; none where one call has shown them all. */
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
