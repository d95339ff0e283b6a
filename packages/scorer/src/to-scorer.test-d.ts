import type { AnyMetric } from '@assay/core'
import { expectTypeOf, it } from 'vitest'
import { toScorer } from './index.ts'

declare const metric: AnyMetric
type MaybePromise<T> = T | Promise<T>

/** As evalite 0.19 declares it. */
type EvaliteScore = { score: number | null; name: string; description?: string; metadata?: unknown }
type EvaliteScorer<In, Out, Expected> = (args: { input: In; output: Out; expected?: Expected }) => MaybePromise<EvaliteScore>

/** As autoevals 0.3 declares it. */
type AutoevalsScore = { name: string; score: number | null; metadata?: Record<string, unknown>; error?: unknown }
type AutoevalsScorer<Out, Extra> = (args: { output: Out; expected?: Out } & Extra) => MaybePromise<AutoevalsScore>

it('a scorer is one of evalite', () => {
  expectTypeOf(toScorer(metric)).toExtend<EvaliteScorer<string, string, string>>()
  expectTypeOf(toScorer(metric)).toExtend<EvaliteScorer<string, { retrievedContexts: string[] }, { reference: string }>>()
})

it('a scorer is one of autoevals', () => {
  expectTypeOf(toScorer(metric)).toExtend<AutoevalsScorer<string, { input?: string; context?: string | string[] }>>()
  expectTypeOf(toScorer(metric)).toExtend<AutoevalsScorer<string[], object>>()
})

it('a scorer with a sample of its own takes what that takes', () => {
  const scorer = toScorer(metric, { sample: ({ output }: { output: { keys: string[] } }) => ({ retrievedContextIds: output.keys }) })
  expectTypeOf(scorer).parameter(0).toEqualTypeOf<{ output: { keys: string[] } }>()
  expectTypeOf(scorer).toExtend<EvaliteScorer<string, { keys: string[] }, string>>()
})
