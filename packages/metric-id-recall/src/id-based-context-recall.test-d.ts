import type { AnyMetric, Metric, SampleWith } from '@assay/core'
import { expectTypeOf, test } from 'vitest'
import { idBasedContextRecall, type IdRecallDetail } from './id-based-context-recall.ts'

const metric = idBasedContextRecall()

test('it takes only samples that have both lists of ids', () => {
  expectTypeOf(metric).toEqualTypeOf<Metric<'referenceContextIds' | 'retrievedContextIds', IdRecallDetail>>()
  expectTypeOf(metric.score).parameter(0).toEqualTypeOf<SampleWith<'referenceContextIds' | 'retrievedContextIds'>>()
  expectTypeOf<{ referenceContextIds: string[] }>().not.toExtend<Parameters<typeof metric.score>[0]>()
})

test('a scored sample has its detail, an unscored one no value', async () => {
  const score = await metric.score({ referenceContextIds: ['a'], retrievedContextIds: [1, 2n] })
  if (score.status === 'scored') expectTypeOf(score.detail).toEqualTypeOf<IdRecallDetail>()
  else expectTypeOf(score.value).toEqualTypeOf<null>()
})

test('a runner can hold it among any metrics', () => {
  expectTypeOf(metric).toExtend<AnyMetric>()
})
