import type { SimilarityFn } from '@assay/core'
import { expectTypeOf, test } from 'vitest'
import { levenshtein } from './levenshtein.ts'
import type { Measure } from './measure.ts'

test('a measure is a similarity function that answers at once', () => {
  expectTypeOf<Measure>().toExtend<SimilarityFn>()
  expectTypeOf<Measure['raw']>().toExtend<SimilarityFn>()
  expectTypeOf(levenshtein('a', 'b')).toEqualTypeOf<number>()
  expectTypeOf(levenshtein.atLeast).returns.toEqualTypeOf<boolean>()
})
