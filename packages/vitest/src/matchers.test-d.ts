import type { LLMAdapter, Metric } from '@assay/core'
import { expect, expectTypeOf, it } from 'vitest'
import type { ContextRecallAssertion } from './index.ts'
import './index.ts'

declare const judge: LLMAdapter
declare const metric: Metric<'reference', { found: string[] }>
const sample = { reference: 'Oslo is in Norway.' }

it('what asks a judge, and any metric, is to be awaited', () => {
  expectTypeOf(expect(sample).toHaveContextRecall({ atLeast: 0.8, judge })).toEqualTypeOf<Promise<void>>()
  expectTypeOf(expect(sample).not.toHaveNonLlmContextRecall({ atLeast: 0.8, threshold: 0.4 })).toEqualTypeOf<Promise<void>>()
  expectTypeOf(expect(sample).toScore(metric, { atLeast: 0.8 })).toEqualTypeOf<Promise<void>>()
})

it('ids are compared at once', () => {
  expectTypeOf(expect(sample).toHaveIdBasedContextRecall({ atLeast: 0.8 })).toEqualTypeOf<void>()
  expectTypeOf(expect(Promise.resolve(sample)).resolves.toHaveIdBasedContextRecall({ atLeast: 0.8 })).toEqualTypeOf<Promise<void>>()
})

it('a bound and a judge are required, and options must exist', () => {
  expectTypeOf<{ judge: LLMAdapter }>().not.toExtend<ContextRecallAssertion>()
  expectTypeOf<{ atLeast: number }>().not.toExtend<ContextRecallAssertion>()
  expectTypeOf<{ atLeast: number; judge: LLMAdapter; strategy: 'per-claim' }>().toExtend<ContextRecallAssertion>()
  expectTypeOf<{ atLeast: number; judge: LLMAdapter; strategy: 'guess' }>().not.toExtend<ContextRecallAssertion>()
})
