import type { GivenSample, Metric, Sample } from '@assay/core'
import { expectTypeOf, it } from 'vitest'
import type { DataRowLike, EvaluatedRow } from './rows/data-row.ts'
import { evaluate } from './evaluate.ts'

declare const byReference: Metric<'reference', { readonly claims: number }>
declare const byIds: Metric<'referenceContextIds' | 'retrievedContextIds', { readonly missing: string[] }>

it('evaluate takes metrics of any fields and details together, and any form of rows', () => {
  const metrics = [byReference, byIds]
  expectTypeOf(evaluate).toBeCallableWith({ data: [{ reference: 'a' }], metrics })
  expectTypeOf(evaluate).toBeCallableWith({ data: {} as AsyncIterable<Sample>, metrics })
  expectTypeOf(evaluate).toBeCallableWith({ data: {} as AsyncIterable<readonly DataRowLike[]>, metrics })
  const documents: { readonly pageContent: string; readonly metadata: Record<string, unknown> }[] = []
  expectTypeOf(evaluate).toBeCallableWith({ data: [{ retrievedContexts: documents, referenceContexts: ['a', { text: 'b' }] }], metrics })
  expectTypeOf<{ retrievedContexts: { readonly title: string }[] }>().not.toExtend<GivenSample>()
  expectTypeOf(evaluate({ data: [], metrics })).toExtend<AsyncIterable<EvaluatedRow>>()
})
