import { testSimilarityFn } from '@assay/testkit'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bleu } from './bleu.ts'
import { chrf } from './chrf.ts'
import { containment } from './containment.ts'
import { diceBigram } from './dice-bigram.ts'
import { exact } from './exact.ts'
import { hamming } from './hamming.ts'
import { jaccard } from './jaccard.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { jaro } from './jaro.ts'
import { levenshtein } from './levenshtein.ts'
import type { Similarity } from './define-similarity.ts'
import { rougeLF } from './rouge-l-f.ts'
import { rougeLRecall } from './rouge-l-recall.ts'
import { substring } from './substring.ts'
import { tfidfCosine } from './tfidf-cosine.ts'
import { tokenOverlap } from './token-overlap.ts'

const onTokens = [bleu, jaccard, rougeLF, rougeLRecall, tfidfCosine, tokenOverlap]
const similarities: readonly Similarity[] = [
  chrf,
  containment,
  diceBigram,
  exact,
  hamming,
  jaro,
  jaroWinkler,
  levenshtein,
  substring,
  ...onTokens,
  ...onTokens.map(({ words }) => words),
]
const symmetric = new Set<Similarity>([
  diceBigram,
  exact,
  hamming,
  levenshtein,
  jaccard,
  rougeLF,
  tfidfCosine,
  jaccard.words,
  rougeLF.words,
  tfidfCosine.words,
])

const parts = fc.constantFrom('a', 'b', 'c', ' ', '. ', 'é', 'e', '\u0301', '🍎', '🍋', '\uD83D', '\uDE00', '京', '都', '\u0000', 'the ')
const text = fc.oneof(
  fc.array(parts, { maxLength: 40 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
/** Pairs of which the second is often an edit or a stretch of the first. */
const pair = fc.oneof(
  fc.tuple(text, text),
  fc.tuple(text, text, text).map(([start, middle, end]) => [middle, start + middle + end] as const),
  fc.tuple(text, text, text).map(([start, middle, end]) => [start + middle + end, start + end] as const),
  fc.tuple(text, text, text, text).map(([start, one, other, end]) => [start + one + end, start + other + end] as const),
)

describe.each(similarities.map((similarity) => [similarity.id, similarity] as const))('%s', (_id, similarity) => {
  test('gives a number in [0, 1]: 1 for texts equal after NFC, 0 where one is empty', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const value = similarity(a, b)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(similarity(a.normalize('NFD'), a)).toBe(1)
        if (a !== '') expect([similarity(a, ''), similarity('', a)]).toEqual([0, 0])
        expect(similarity.raw(a.normalize(), b.normalize())).toBe(value)
      }),
    )
  })

  if (similarity.atLeast !== undefined)
    test('atLeast says what the value says, also at the value, one double above and one below', () => {
      fc.assert(
        fc.property(pair, fc.double({ min: 0, max: 1, noNaN: true }), ([a, b], threshold) => {
          for (const { value, atLeast } of [
            { value: similarity(a, b), atLeast: similarity.atLeast },
            { value: similarity.raw(a, b), atLeast: similarity.raw.atLeast },
          ]) {
            for (const t of [threshold, 0, 0.5, 1, value, nextUp(value), -nextUp(-value), Number.NaN]) {
              expect([t, atLeast?.(a, b, t)]).toEqual([t, value >= t])
            }
          }
        }),
        { numRuns: 300 },
      )
    })

  if (symmetric.has(similarity))
    test('is symmetric', () => {
      fc.assert(
        fc.property(pair, ([a, b]) => {
          expect(similarity(a, b)).toBe(similarity(b, a))
        }),
      )
    })

  describe('is a SimilarityFn', () => {
    // What a text weighs depends on its row here: two texts in a row of many compare otherwise than two alone.
    const checks = testSimilarityFn(similarity).filter(({ name }) => !('prepare' in similarity) || !name.includes('prepared'))
    for (const { name, run } of checks) test(name, run)
  })
})

test('every similarity has an id and a raw form of its own', () => {
  const ids = similarities.flatMap(({ id, raw }) => [id, raw.id])
  expect(new Set(ids).size).toBe(2 * similarities.length)
})

/** The next double above a finite number. */
function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  const bits = new BigInt64Array(1)
  const double = new Float64Array(bits.buffer)
  double[0] = value
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? 1n : -1n)
  return double[0]
}
