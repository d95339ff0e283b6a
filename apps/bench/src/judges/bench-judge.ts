import type { ClaimVerifier } from '@assay/judge'
import type { Strategy } from '../figures/bench-result.ts'
import type { JudgeIdentity, Verdicts } from '../figures/judged.ts'

type Named = Pick<JudgeIdentity, 'key' | 'name' | 'kind' | 'isBaseline' | 'notes'>

/** A judge that a run calls, item after item. */
export type RunnableJudge = Named & { readonly strategy: Strategy; readonly verifier: ClaimVerifier }

/** A judge whose verdicts exist before the run: recorded ones, or constant ones. */
export type PrecomputedJudge = Named & { readonly strategy: null; readonly verdicts: Verdicts }

export type BenchJudge = RunnableJudge | PrecomputedJudge

export function isRunnable(judge: BenchJudge): judge is RunnableJudge {
  return judge.strategy !== null
}
