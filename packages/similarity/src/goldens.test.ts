import { describe, expect, test } from 'vitest'
import goldens from './__fixtures__/similarity.json' with { type: 'json' }
import { containment } from './containment.ts'
import { diceBigram } from './dice-bigram.ts'
import { hamming } from './hamming.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { jaro } from './jaro.ts'
import type { Similarity } from './define-similarity.ts'
import { rougeLF } from './rouge-l-f.ts'
import { rougeLRecall } from './rouge-l-recall.ts'
import { tokenOverlap } from './token-overlap.ts'

const similarities = {
  hamming,
  jaro,
  jaro_winkler: jaroWinkler,
  token_overlap: tokenOverlap,
  containment,
  rouge_l_recall: rougeLRecall,
  rouge_l_f: rougeLF,
  dice_bigram: diceBigram,
} satisfies Record<string, Similarity>

describe.each(Object.entries(similarities))('published and computed values of %s', (name, similarity) => {
  test.each(goldens.cases.map((golden) => [golden.id, golden] as const))('%s', (_id, { a, b, expected, expectedRaw }) => {
    const key = name as keyof typeof similarities
    expect(similarity(a, b)).toBeCloseTo(expected[key], 9)
    expect(similarity.raw(a, b)).toBeCloseTo((expectedRaw ?? expected)[key], 9)
  })
})
