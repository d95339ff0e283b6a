import { AssayError } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { bleu } from './bleu.ts'
import { chrf } from './chrf.ts'
import { containment } from './containment.ts'
import { diceBigram } from './dice-bigram.ts'
import { hamming } from './hamming.ts'
import { jaccard } from './jaccard.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { levenshtein } from './levenshtein.ts'
import { rougeLF } from './rouge-l-f.ts'
import { rougeLRecall } from './rouge-l-recall.ts'
import { substring } from './substring.ts'
import { tfidfCosine } from './tfidf-cosine.ts'
import { tokenOverlap } from './token-overlap.ts'

/** Letters and spaces drawn by Lehmer's generator. */
function drawn(length: number, seed: number, alphabet = 'etaoinshrdlu    '): string {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 16_807) % 2_147_483_647
    return alphabet.charAt(state % alphabet.length)
  }).join('')
}

const long = drawn(1_000_000, 7)
const edited = long.slice(3, 400_000) + drawn(200, 5) + long.slice(400_100, 900_000) + long.slice(900_010)

describe('two texts of a million characters (a table of their pairs would run into the time limit of the test runner)', () => {
  test('a few hundred edits are found, exactly', () => {
    const value = levenshtein(long, edited)
    const distance = Math.round((1 - value) * 1_000_087)
    expect(distance).toBeGreaterThan(150)
    expect(distance).toBeLessThanOrEqual(313)
    expect([levenshtein.atLeast(long, edited, value), levenshtein.atLeast(long, edited, value + 2 ** -53)]).toEqual([true, false])
    expect(levenshtein.atLeast(long, drawn(1_000_000, 8), 0.999_9)).toBe(false)
  })

  test('what no bound decides is refused, naming the limit and what to do', () => {
    const other = drawn(1_000_000, 9)
    for (const work of [
      () => levenshtein(long, other),
      () => levenshtein.atLeast(long, other, 0.5),
      () => containment(long, other),
      () => containment.atLeast(long, other, 0.5),
      () => rougeLRecall(drawn(1_000_000, 1, 'ab '), drawn(1_000_000, 2, 'ab ')),
      () => rougeLF(drawn(1_000_000, 1, 'ab '), drawn(1_000_000, 2, 'ab ')),
    ]) {
      const error = thrownBy(work)
      expect(AssayError.is(error) && error.kind).toBe('data')
      expect(String(error)).toMatch(/too long to compare exactly.*10,000,000,000.*two texts of 100,000\. Cut the contexts/)
    }
  })

  test('containment: verbatim, and letters that are not there, need no table', () => {
    expect(containment(long.slice(1000, 500_000), long)).toBe(1)
    expect(containment.atLeast(long, '0123456789'.repeat(100_000), 0.1)).toBe(false)
  })

  test('similarities whose work grows with the length only give their value', () => {
    for (const similarity of [jaroWinkler, hamming, diceBigram, chrf, bleu, jaccard, tokenOverlap, tfidfCosine]) {
      const value = similarity(long, edited)
      expect(value).toBeGreaterThan(0)
      expect(value).toBeLessThan(1)
    }
    expect(substring(edited, long)).toBe(0)
  })

  test('texts of one letter are no worst case of theirs', () => {
    const [few, many] = ['a'.repeat(500_000), 'a'.repeat(1_000_000)]
    expect(jaroWinkler(few, many)).toBeGreaterThan(0.8)
    expect(substring(`b${few}`, many)).toBe(0)
    expect(levenshtein(few, many)).toBe(0.5)
  })
})

test('more different symbols than there are code units are refused where the plain table would be too large', () => {
  const symbols = (step: number): string =>
    Array.from({ length: 70_000 }, (_, at) => String.fromCodePoint(0x2_00_00 + ((at * step) % 70_001))).join('')
  expect(thrownBy(() => levenshtein(symbols(1), symbols(3)))).toMatchObject({ kind: 'data' })
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
