import { codePoints } from '@assay/text'
import fastLevenshtein from 'fast-levenshtein'
import { bagDistance } from './bag-distance.ts'
import { codePointUnits } from './code-point-units.ts'
import { distanceInStripes } from './distance-in-stripes.ts'
import { editDistance } from './edit-distance.ts'
import { editDistanceWithin } from './edit-distance-within.ts'
import { type BoundedSimilarity, defineSimilarity } from './define-similarity.ts'
import { refuseBeyondLimit } from './work-limit.ts'

const ID = 'levenshtein'

/**
 * (max − d) / max, where d is the least number of code points to insert, delete or replace to turn one text into the other and max
 * is the length of the longer one. Equal texts (two empty ones included) give 1, an empty and a non-empty one 0. Exact, symmetric.
 *
 * @throws AssayError `data` for texts too long to compare, where no bound decides.
 */
export const levenshtein: BoundedSimilarity = defineSimilarity({ id: ID, version: '1', compare, atLeast })

/** The shorter text fits into one integer, so nothing can be skipped. */
const ONE_STRIPE = 32
/** Above this many pairs of symbols, equal ends and a small distance are tried before the table is filled. */
const MANY_PAIRS = 4e6
const MOST_EDITS_LOOKED_FOR = 4000
/** The most pairs of symbols for the plain table, which handles them one by one. */
const MOST_PAIRS_ONE_BY_ONE = 1e9

function compare(a: string, b: string): number {
  if (a === b) return 1
  if (a === '' || b === '') return 0
  const units = codePointUnits(a, b)
  if (units === undefined) return compareBeyondUnits(a, b)
  const max = longest(units.a, units.b)
  return similarityOf(distanceOf(units.a, units.b), max)
}

/** Bounds on the distance that take one pass each, cheapest first; the distance itself only if they do not decide. */
function atLeast(a: string, b: string, threshold: number): boolean {
  if (a === b) return threshold <= 1
  if (a === '' || b === '') return threshold <= 0
  const units = codePointUnits(a, b)
  if (units === undefined) return compareBeyondUnits(a, b) >= threshold
  const max = longest(units.a, units.b)
  // The similarity falls as the distance grows, also after rounding: a bound on one is a bound on the other.
  const reaches = (distance: number): boolean => similarityOf(distance, max) >= threshold
  if (!reaches(max - Math.min(units.a.length, units.b.length))) return false
  const { start, end } = equalEnds(units.a, units.b)
  if (reaches(max - start - end)) return true
  const least = bagDistance(units.a, units.b)
  if (!reaches(least)) return false
  return reaches(distanceOf(units.a, units.b, { enough: mostEdits(max, threshold, reaches), least }))
}

/** The distance, which is known to be at least `least`. With `enough`, another number on the same side of it may stand for it. */
function distanceOf(a: string, b: string, { enough, least = 0 }: { enough?: number; least?: number } = {}): number {
  if (Math.min(a.length, b.length) <= ONE_STRIPE) return fastLevenshtein.get(a, b)
  const { start, end } = equalEnds(a, b)
  const [from, to] = start + end === 0 ? [a, b] : [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const pairs = from.length * to.length
  if (pairs === 0) return Math.max(from.length, to.length)
  if (pairs >= MANY_PAIRS) {
    // A quarter of the steps that the table takes or less, and never more than some ten million.
    const most = Math.min(enough ?? Infinity, MOST_EDITS_LOOKED_FOR, Math.floor(Math.sqrt(pairs) / 16))
    const near = editDistanceWithin(from, to, most)
    if (near !== undefined) return near
    if (most === enough) return enough + 1
    refuseBeyondLimit(ID, from.length, to.length, 'characters')
  }
  // Similar texts need little of the table. Unrelated ones are soon found not to be similar, if their letters do not already show it.
  const max = Math.max(from.length, to.length)
  const most = enough ?? max
  const quarter = max >> 2
  const near = quarter < most && 2 * least <= quarter ? distanceInStripes(from, to, quarter, enough) : undefined
  return near ?? distanceInStripes(from, to, most, enough) ?? most + 1
}

/** The most edits with which the threshold is reached. 0 edits always reach it. */
function mostEdits(max: number, threshold: number, reaches: (distance: number) => boolean): number {
  let most = Math.min(max, Math.max(0, Math.floor(max - threshold * max)))
  while (most < max && reaches(most + 1)) most += 1
  while (most > 0 && !reaches(most)) most -= 1
  return most
}

/** Not 1 − d / max: that is off by one unit in the last place for some pairs, and so on the wrong side of a threshold. */
function similarityOf(distance: number, max: number): number {
  return (max - distance) / max
}

function compareBeyondUnits(a: string, b: string): number {
  const from = codePoints(a)
  const to = codePoints(b)
  return similarityOf(editDistance(from, to, refuseOneByOne), Math.max(from.length, to.length))
}

function refuseOneByOne(a: number, b: number): void {
  refuseBeyondLimit(ID, a, b, 'characters', MOST_PAIRS_ONE_BY_ONE)
}

function longest(a: string, b: string): number {
  return Math.max(a.length, b.length)
}

/** How many units two texts share at the start and, without overlap, at the end. */
function equalEnds(a: string, b: string): { readonly start: number; readonly end: number } {
  const limit = Math.min(a.length, b.length)
  let start = 0
  while (start < limit && a.charCodeAt(start) === b.charCodeAt(start)) start += 1
  let end = 0
  while (end < limit - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1
  return { start, end }
}
