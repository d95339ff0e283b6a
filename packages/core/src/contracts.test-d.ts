import { describe, expectTypeOf, it } from 'vitest'
import {
  type AnyMetric,
  defineMetric,
  type Metric,
  type Sample,
  type SampleWith,
  type Score,
  scored,
  type SimilarityFn,
  unscored,
  type UnscoredScore,
} from './index.ts'

type Ids = Metric<'referenceContextIds' | 'retrievedContextIds', { hits: number }>
type Texts = Metric<'reference' | 'retrievedContexts', { claims: number }>

declare const ids: Ids
declare const texts: Texts
declare const score: Score<{ hits: number }>

describe('a metric', () => {
  it('finds the fields it needs present, and the others perhaps', () => {
    type Given = Parameters<Ids['score']>[0]
    expectTypeOf<Given['referenceContextIds']>().toEqualTypeOf<readonly (string | number | bigint)[]>()
    expectTypeOf<Given['reference']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<SampleWith<'reference'>['reference']>().toEqualTypeOf<string>()
  })

  it('scores a sample without an id, and refuses one without its fields', () => {
    expectTypeOf(ids.score).toBeCallableWith({ retrievedContextIds: ['a', 1, 2n], referenceContextIds: ['a'] })
    expectTypeOf<{ retrievedContextIds: string[] }>().not.toExtend<Parameters<Ids['score']>[0]>()
    expectTypeOf<{ retrievedContextIds: string[]; referenceContextIds: string[] }>().toExtend<Parameters<Ids['score']>[0]>()
  })

  it('of any needs fits in one list', () => {
    expectTypeOf([ids, texts]).toExtend<readonly AnyMetric[]>()
    expectTypeOf<Ids>().toExtend<AnyMetric>()
    expectTypeOf<Texts>().toExtend<AnyMetric>()
  })
})

describe('a metric of which only the score is written', () => {
  it('finds its fields present, and has the detail that its scores have', () => {
    const metric = defineMetric({
      name: 'm',
      needs: ['reference'],
      score({ reference }) {
        expectTypeOf(reference).toEqualTypeOf<string>()
        return reference === ''
          ? unscored({ cause: 'empty_reference', reason: 'r' })
          : scored({ value: 1, reason: 'r', detail: { found: 1 } })
      },
    })
    expectTypeOf(metric).toEqualTypeOf<Metric<'reference', { found: number }>>()
    expectTypeOf(metric).toExtend<AnyMetric>()
  })

  it('may give a number, or what has no detail', () => {
    const metric = defineMetric({ name: 'm', needs: ['retrievedContexts'], score: ({ retrievedContexts }) => retrievedContexts.length })
    expectTypeOf(metric).toExtend<AnyMetric>()
    const either = defineMetric({ name: 'm', needs: [], score: async ({ id }) => (id === '' ? 1 : scored({ value: 1, reason: 'r' })) })
    expectTypeOf(either).toExtend<AnyMetric>()
  })

  it('is the only one whose scores may come without a signature', () => {
    expectTypeOf(scored({ value: 1, reason: 'r' })).not.toExtend<Score>()
    expectTypeOf(unscored({ cause: 'data', reason: 'r' })).not.toExtend<Score>()
    expectTypeOf(scored({ value: 1, reason: 'r', signature: 's', detail: { n: 1 } })).toExtend<Score>()
  })
})

describe('a score', () => {
  it('has a number only where it is scored', () => {
    expectTypeOf<UnscoredScore['value']>().toEqualTypeOf<null>()
    expectTypeOf(score.value).toEqualTypeOf<number | null>()
    if (score.status === 'scored') {
      expectTypeOf(score.value).toEqualTypeOf<number>()
      expectTypeOf(score.detail).toEqualTypeOf<{ hits: number }>()
    } else {
      expectTypeOf(score.value).toEqualTypeOf<null>()
      expectTypeOf(score.detail).toEqualTypeOf<Partial<{ hits: number }> | undefined>()
      expectTypeOf(score).not.toHaveProperty('range')
    }
  })
})

describe('a similarity', () => {
  it('is any function of two texts to a number, or to the promise of one', () => {
    expectTypeOf<(a: string, b: string) => number>().toExtend<SimilarityFn>()
    expectTypeOf<(a: string, b: string) => Promise<number>>().toExtend<SimilarityFn>()
    expectTypeOf<(a: string, b: string) => string>().not.toExtend<SimilarityFn>()
  })
})

describe('a sample', () => {
  it('requires nothing, and takes undefined for everything', () => {
    expectTypeOf<Partial<Sample>>().toEqualTypeOf<Sample>()
    expectTypeOf<{ [K in keyof Sample]-?: undefined }>().toExtend<Sample>()
  })
})
