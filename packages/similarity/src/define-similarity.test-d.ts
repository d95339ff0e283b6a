import type { SimilarityFn } from '@assay/core'
import { expectTypeOf, test } from 'vitest'
import { levenshtein } from './levenshtein.ts'
import type { Similarity } from './define-similarity.ts'

test('a similarity is a similarity function that answers at once', () => {
  expectTypeOf<Similarity>().toExtend<SimilarityFn>()
  expectTypeOf<Similarity['raw']>().toExtend<SimilarityFn>()
  expectTypeOf(levenshtein('a', 'b')).toEqualTypeOf<number>()
  expectTypeOf(levenshtein.atLeast).returns.toEqualTypeOf<boolean>()
})
