import { allValues, callAll } from '../call-all.ts'
import type { Verification } from '../claim-verifier.ts'
import type { Verdict } from '../verdict.ts'
import { type AnsweredCall, type VerifyCall, callAtOnce, callByHalves } from './call-in-groups.ts'
import { callTogether, verdictOn } from './call-together.ts'
import type { CallPlan, CallSizes } from './plan-calls.ts'

/**
 * One verdict for each claim, whether its contexts were sent together or in groups. In groups a claim is supported if one of them
 * supports it; one that none supports is verified once more, with the contexts of all groups that share most with it.
 * @throws AssayError; `Suspended` passes through.
 */
export async function verifyByPlan(o: {
  readonly plan: CallPlan
  readonly verifyCall: VerifyCall
  readonly sizes: CallSizes
  readonly grouping: boolean
  readonly perClaim: boolean
  /** The first call on each group is sent before the others, so that they read its contexts from the provider's cache. */
  readonly cacheFirst: boolean
}): Promise<Verification> {
  const { verifyCall, sizes, grouping, perClaim } = o
  const { chunks, groups } = o.plan
  const callOver = grouping ? callByHalves : callAtOnce
  const answers = await callAll(
    chunks.flatMap((claims) => groups.map((pieces) => () => callOver(verifyCall, claims, pieces))),
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
  const together = await callTogether({ chunks, byClaim, roomBeside: roomAfter(answered, sizes), verifyCall, sizes, perClaim, repairs })
  const verdicts = chunks.flat().flatMap(({ id }): Verdict[] => {
    const found = (byClaim.get(id) ?? []).flatMap((call) => verdictOn(id, call) ?? [])
    const verdict = together.verdicts.get(id) ?? found.find(({ outcome }) => outcome === 'supported') ?? bestDenied(found)
    return verdict === undefined ? [] : [verdict]
  })
  // Not spread into arguments: there may be 100,000 or so.
  return { ...together, verdicts, groups: Array.from(byClaim.values()).reduce((most, calls) => Math.max(most, calls.length), 0) }
}

/** If the provider found a call too long, the estimate is wrong: the size that it accepted is used instead. */
function roomAfter(answered: readonly (readonly AnsweredCall[])[], sizes: CallSizes): CallSizes['roomBeside'] {
  if (answered.every((calls) => calls.length === 1)) return sizes.roomBeside
  const largest = answered.flat().reduce((most, { pieces }) => Math.max(most, sizes.ofPieces(pieces)), 0)
  return () => largest
}

/** Of groups that all deny a claim, one with evidence, else the first. */
function bestDenied(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdicts.find(({ evidence }) => evidence.some(({ verified }) => verified)) ?? verdicts[0]
}
