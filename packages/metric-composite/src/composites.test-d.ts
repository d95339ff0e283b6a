import type { AnyMetric, Metric, Sample } from '@assay/core'
import { expectTypeOf, test } from 'vitest'
import { brevity, idShare, judged, type JudgedDetail, type LengthDetail, type ShareDetail } from './__fixtures__/parts.ts'
import { fBeta, firstScored, type FirstScoredDetail, mapSample, type PartsDetail, weightedMean } from './index.ts'

type IdField = 'referenceContextIds' | 'retrievedContextIds'

test('firstScored takes rows with the fields that all parts read', () => {
  expectTypeOf(firstScored(idShare(), judged())).toEqualTypeOf<Metric<never, FirstScoredDetail<ShareDetail | JudgedDetail>>>()
  expectTypeOf(firstScored(brevity(), judged(), { name: 'x' })).toEqualTypeOf<
    Metric<'reference', FirstScoredDetail<LengthDetail | JudgedDetail>>
  >()
  expectTypeOf(firstScored(idShare(), judged()).score).toBeCallableWith({})
})

test('the others read what any of their parts reads', () => {
  expectTypeOf(
    weightedMean([
      [idShare(), 1],
      [brevity(), 2],
    ]),
  ).toEqualTypeOf<Metric<IdField | 'reference', PartsDetail<ShareDetail | LengthDetail>>>()
  expectTypeOf(fBeta(idShare(), judged())).toEqualTypeOf<Metric<IdField | 'reference', PartsDetail<ShareDetail | JudgedDetail>>>()
})

test('mapSample reads what its function says that it needs, and explains itself as the metric does', () => {
  const same = (sample: Sample): Sample => sample
  expectTypeOf(mapSample(idShare(), same, { name: 'x' })).toEqualTypeOf<Metric<never, ShareDetail>>()
  const byResponse = mapSample(judged(), ({ response }) => ({ reference: response }), { name: 'x', needs: ['response'] })
  expectTypeOf(byResponse).toEqualTypeOf<Metric<'response', JudgedDetail>>()
})

test('all of them stand in a list of metrics, and can be parts again', () => {
  const metrics: AnyMetric[] = [firstScored(idShare()), weightedMean([[idShare(), 1]]), fBeta(idShare(), judged())]
  expectTypeOf(firstScored(...metrics)).toExtend<AnyMetric>()
  expectTypeOf(fBeta(firstScored(idShare()), idShare()).needs).toEqualTypeOf<readonly IdField[]>()
})
