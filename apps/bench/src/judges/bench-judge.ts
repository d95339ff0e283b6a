import type { ClaimVerifier } from '@assay/judge'
import type { Strategy } from '../figures/bench-result.ts'
import type { JudgeIdentity, Verdicts } from '../figures/judged.ts'

type Named = Pick<JudgeIdentity, 'key' | 'name' | 'kind' | 'isFloor' | 'notes'>

/** A judge that is asked: by a run, item after item. */
export type AskedJudge = Named & { readonly strategy: Strategy; readonly verifier: ClaimVerifier }

/** A judge whose verdicts are there already. */
export type GivenJudge = Named & { readonly strategy: null; readonly verdicts: Verdicts }

export type BenchJudge = AskedJudge | GivenJudge

export function isAsked(judge: BenchJudge): judge is AskedJudge {
  return judge.strategy !== null
}
