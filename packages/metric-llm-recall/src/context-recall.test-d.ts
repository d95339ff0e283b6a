import type { LLMAdapter, Metric, SampleWith } from '@assay/core'
import type { ClaimAssessor, ClaimExtractor, ClaimVerifier } from '@assay/judge'
import { expectTypeOf, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallDetail } from './context-recall-detail.ts'
import type { ContextRecallOptions } from './context-recall-options.ts'

test('it asks for a reference and retrieved contexts, and explains itself', () => {
  expectTypeOf(contextRecall).returns.toEqualTypeOf<Metric<'reference' | 'retrievedContexts', ContextRecallDetail>>()
  expectTypeOf<{ reference: string; retrievedContexts: string[] }>().toExtend<SampleWith<'reference' | 'retrievedContexts'>>()
})

test('a judge is a model or a verifier; both steps can be given instead', () => {
  expectTypeOf<{ judge: LLMAdapter }>().toExtend<ContextRecallOptions>()
  expectTypeOf<{ judge: ClaimVerifier; claims: ClaimExtractor }>().toExtend<ContextRecallOptions>()
  expectTypeOf<{ extractor: ClaimExtractor; verifier: ClaimVerifier }>().toExtend<ContextRecallOptions>()
  expectTypeOf<{ verifier: ClaimVerifier }>().not.toExtend<ContextRecallOptions>()
  expectTypeOf<{ judge: LLMAdapter; strategy: 'per-claim' | 'single-pass'; votes: number }>().toExtend<ContextRecallOptions>()
  expectTypeOf<{ judge: LLMAdapter; strategy: 'rubric' }>().not.toExtend<ContextRecallOptions>()
  expectTypeOf<{ assessor: ClaimAssessor }>().toExtend<ContextRecallOptions>()
})
