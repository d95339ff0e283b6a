import { allValues, askAll } from '../ask-all.ts'
import type { Verification } from '../claim-verifier.ts'
import type { Verdict } from '../verdict.ts'
import { type AnsweredCall, type Ask, askAtOnce, askByHalves } from './ask-in-groups.ts'
import { askTogether, verdictOn } from './ask-together.ts'
import type { CallPlan, CallSizes } from './plan-calls.ts'

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
}): Promise<Verification> {
  const { ask, sizes, grouping, perClaim } = o
  const { chunks, groups } = o.plan
  const askOver = grouping ? askByHalves : askAtOnce
  const answers = await askAll(
    chunks.flatMap((claims) => groups.map((pieces) => () => askOver(ask, claims, pieces))),
    { firstAlone: o.cacheFirst && chunks.length > 1, first: groups.length },
  )
  const { values, repairs } = allValues(answers)
  const answered = values.map(({ calls }) => calls)
  const byClaim = new Map<string, AnsweredCall[]>()
  for (const call of answered.flat()) {
    for (const { claim } of call.verdicts) {
      const calls = byClaim.get(claim)
      if (calls === undefined) byClaim.set(claim, [call])
      else calls.push(call)
    }
  }
  const together = await askTogether({ chunks, byClaim, roomBeside: roomAfter(answered, sizes), ask, sizes, perClaim, repairs })
  const verdicts = chunks.flat().flatMap(({ id }): Verdict[] => {
    const found = (byClaim.get(id) ?? []).flatMap((call) => verdictOn(id, call) ?? [])
    const verdict = together.verdicts.get(id) ?? found.find(({ outcome }) => outcome === 'supported') ?? bestDenied(found)
    return verdict === undefined ? [] : [verdict]
  })
  // Not spread into arguments, of which there may be 100,000 or so.
  return { ...together, verdicts, groups: Array.from(byClaim.values()).reduce((most, calls) => Math.max(most, calls.length), 0) }
}

/** Where the provider found a call too long, the estimate is of no use: what it took then is the measure. */
function roomAfter(answered: readonly (readonly AnsweredCall[])[], sizes: CallSizes): CallSizes['roomBeside'] {
  if (answered.every((calls) => calls.length === 1)) return sizes.roomBeside
  const largest = answered.flat().reduce((most, { pieces }) => Math.max(most, sizes.ofPieces(pieces)), 0)
  return () => largest
}

/** Of groups that all deny a claim, the one with something to show for it, else the first. */
function bestDenied(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdicts.find(({ evidence }) => evidence.some(({ verified }) => verified)) ?? verdicts[0]
}
