import type { AnyMetric, Metric, SampleWith } from '@assay/core'
import { expectTypeOf, test } from 'vitest'
import {
  nonLlmAveragePrecisionRetrieved,
  nonLlmContextPrecision,
  nonLlmContextRecall,
  type NonLlmPrecisionDetail,
  type NonLlmRecallDetail,
} from './index.ts'

const metric = nonLlmContextRecall()

test('it takes only samples that have both lists of contexts', () => {
  expectTypeOf(metric).toEqualTypeOf<Metric<'referenceContexts' | 'retrievedContexts', NonLlmRecallDetail>>()
  expectTypeOf(metric.score).parameter(0).toEqualTypeOf<SampleWith<'referenceContexts' | 'retrievedContexts'>>()
  expectTypeOf<{ referenceContexts: string[] }>().not.toExtend<Parameters<typeof metric.score>[0]>()
})

test('any function from two texts to a number is a similarity, at once or later', () => {
  expectTypeOf(nonLlmContextRecall).toBeCallableWith({ similarity: (a: string, b: string) => Number(a === b) })
  expectTypeOf(nonLlmContextRecall).toBeCallableWith({ similarity: async () => 1 })
  type Similarity = NonNullable<NonNullable<Parameters<typeof nonLlmContextRecall>[0]>['similarity']>
  expectTypeOf<(a: string, b: string) => boolean>().not.toExtend<Similarity>()
  expectTypeOf<(a: number) => number>().not.toExtend<Similarity>()
})

test('the best match is there with its option, and soft has no found or missed', () => {
  type Context = NonLlmRecallDetail['contexts'][number]
  expectTypeOf<Context['best']>().toEqualTypeOf<{ readonly retrieved: number; readonly similarity: number } | undefined>()
  expectTypeOf<Context['matched']>().toEqualTypeOf<boolean | null>()
})

test('a runner can hold it among any metrics', () => {
  expectTypeOf(metric).toExtend<AnyMetric>()
})

test('precision takes what recall takes, but for what would have no effect', () => {
  expectTypeOf(nonLlmContextPrecision()).toEqualTypeOf<Metric<'referenceContexts' | 'retrievedContexts', NonLlmPrecisionDetail>>()
  expectTypeOf(nonLlmAveragePrecisionRetrieved).toEqualTypeOf(nonLlmContextPrecision)
  expectTypeOf<{ soft: true }>().not.toExtend<Parameters<typeof nonLlmContextPrecision>[0]>()
})
