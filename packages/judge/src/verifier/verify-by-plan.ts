import { AssayError } from '@assay/core'
import { allValues, askAll } from '../ask-all.ts'
import type { Claim } from '../claim.ts'
import type { Verdict } from '../verdict.ts'
import { type AnsweredCall, type Ask, askByHalves } from './ask-in-groups.ts'
import type { ContextPiece } from './context-piece.ts'
import { type CallPlan, type CallSizes, chunked } from './plan-calls.ts'
import { rankContexts } from './rank-contexts.ts'

/**
 * One verdict for each claim, whether its contexts were shown together or in groups. In groups a claim is supported where one of them
 * supports it; one that none supports is asked about once more, with the contexts of all groups that share most with it.
 * @throws AssayError; `Suspended` passes through.
 */
export async function verifyByPlan(o: {
  readonly plan: CallPlan
  readonly ask: Ask
  readonly sizes: CallSizes
  readonly grouping: boolean
  readonly perClaim: boolean
  /** The first call on each group goes ahead, so that the others read its contexts from the provider's cache. */
  readonly cacheFirst: boolean
  readonly onRepair: (repair: string) => void
}): Promise<{ readonly verdicts: Verdict[]; readonly groups: number }> {
  const { plan, ask, sizes, grouping, onRepair } = o
  const { chunks, groups } = plan
  const questions = chunks.flatMap((claims, chunk) => groups.map((pieces) => ({ claims, pieces, chunk, repairs: [] as string[] })))
  const answers = await askAll(
    questions.map(({ claims, pieces, repairs }) => async (): Promise<AnsweredCall[]> => {
      const note = (repair: string): void => void repairs.push(repair)
      return grouping ? askByHalves(ask, claims, pieces, note) : [{ pieces, verdicts: await ask(claims, pieces, note) }]
    }),
    { firstAlone: o.cacheFirst && chunks.length > 1, first: groups.length },
  )
  // Reported in the order of the claims: which reply came first must show nowhere.
  for (const { repairs } of questions) for (const repair of repairs) onRepair(repair)
  const called = allValues(answers)
  const byClaim = new Map<string, AnsweredCall[]>()
  for (const call of called.flat()) {
    for (const { claim } of call.verdicts) byClaim.set(claim, [...(byClaim.get(claim) ?? []), call])
  }
  const wasHalved = called.some((calls) => calls.length > 1)
  const largest = Math.max(...called.flat().map(({ pieces }) => sizes.ofPieces(pieces)))
  const together = chunks.flatMap((claims) => {
    const open = claims.filter(({ id }) => {
      const calls = byClaim.get(id) ?? []
      return calls.length > 1 && calls.every((call) => verdictOn(id, call)?.outcome !== 'supported')
    })
    const roomFor = (chunk: readonly Claim[]): number => (wasHalved ? largest : sizes.roomBeside(chunk))
    return chunked(open, o.perClaim ? 1 : claims.length, () => true).map((asked) => ({ asked, ...chosen(asked, roomFor(asked)) }))
  })
  const last = await lastCalls(together.filter(({ pieces }) => pieces.length > 0))
  const verdicts = chunks.flat().flatMap(({ id }): Verdict[] => {
    const found = (byClaim.get(id) ?? []).flatMap((call) => verdictOn(id, call) ?? [])
    const verdict = last.get(id) ?? found.find(({ outcome }) => outcome === 'supported') ?? bestDenied(found)
    return verdict === undefined ? [] : [verdict]
  })
  return { verdicts, groups: Math.max(...[...byClaim.values()].map((calls) => calls.length)) }

  /** The best ranked pieces that fit, in their order; none where one group has shown them all. */
  function chosen(claims: readonly Claim[], room: number): { pieces: ContextPiece[] } {
    const calls = byClaim.get(claims[0]?.id ?? '') ?? []
    const shown = calls.flatMap(({ pieces }) => pieces)
    const taken = new Set<ContextPiece>()
    let left = room
    for (const piece of rankContexts(claims, shown)) {
      const tokens = sizes.ofPieces([piece])
      if (tokens > left) continue
      taken.add(piece)
      left -= tokens
    }
    const isNew = calls.every(({ pieces }) => !Array.from(taken).every((piece) => pieces.includes(piece)))
    return { pieces: isNew ? shown.filter((piece) => taken.has(piece)) : [] }
  }

  async function lastCalls(calls: readonly { asked: readonly Claim[]; pieces: readonly ContextPiece[] }[]): Promise<Map<string, Verdict>> {
    const repairs = calls.map((): string[] => [])
    const asked = await askAll(
      calls.map(
        ({ asked: claims, pieces }, at) =>
          () =>
            ask(claims, pieces, (repair) => void repairs[at]?.push(repair), 'once'),
      ),
    )
    const found = asked.flatMap((answer, at) => {
      for (const repair of repairs[at] ?? []) onRepair(repair)
      if (answer.ok) return answer.value
      if (!AssayError.is(answer.error) || answer.error.kind !== 'context_overflow') throw answer.error
      const ids = calls[at]?.asked.map(({ id }) => id).join(', ') ?? ''
      onRepair(`${ids}: the contexts of several groups that share most with them were too long to be shown together`)
      return []
    })
    return new Map(found.map((verdict) => [verdict.claim, verdict]))
  }
}

function verdictOn(id: string, { verdicts }: AnsweredCall): Verdict | undefined {
  return verdicts.find(({ claim }) => claim === id)
}

/** Of groups that all deny a claim, the one with something to show for it, else the first. */
function bestDenied(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdicts.find(({ evidence }) => evidence.some(({ verified }) => verified)) ?? verdicts[0]
}
