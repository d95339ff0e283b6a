import { codePoints } from '@assay/text'
import fastLevenshtein from 'fast-levenshtein'
import { bagDistance } from './bag-distance.ts'
import { codePointUnits } from './code-point-units.ts'
import { editDistance } from './edit-distance.ts'
import { defineMeasure, type Measure } from './measure.ts'

/**
 * (max − d) / max, where d is the least number of code points to insert, delete or replace to turn one text into the other and max
 * is the length of the longer one. Equal texts (two empty ones included) give 1, an empty and a non-empty one 0. Exact, symmetric.
 */
export const levenshtein: Measure = defineMeasure({ id: 'levenshtein', version: '1', compare, atLeast })

function compare(a: string, b: string): number {
  if (a === b) return 1
  if (a === '' || b === '') return 0
  const units = codePointUnits(a, b)
  if (units === undefined) return compareBeyondUnits(a, b)
  return similarityOf(fastLevenshtein.get(units.a, units.b), longest(units.a, units.b))
}

/** Bounds on the distance that cost one pass each, cheapest first; the distance itself only where they leave it open. */
function atLeast(a: string, b: string, threshold: number): boolean {
  if (a === b) return threshold <= 1
  if (a === '' || b === '') return threshold <= 0
  const units = codePointUnits(a, b)
  if (units === undefined) return compareBeyondUnits(a, b) >= threshold
  const max = longest(units.a, units.b)
  // The similarity falls as the distance grows, also after rounding: a bound on one is a bound on the other.
  const reaches = (distance: number): boolean => similarityOf(distance, max) >= threshold
  if (!reaches(max - shortest(units.a, units.b))) return false
  if (reaches(max - equalEnds(units.a, units.b))) return true
  if (!reaches(bagDistance(units.a, units.b))) return false
  return reaches(fastLevenshtein.get(units.a, units.b))
}

/** Not 1 − d / max: that is off by one unit in the last place for some pairs, and so on the wrong side of a threshold. */
function similarityOf(distance: number, max: number): number {
  return (max - distance) / max
}

function compareBeyondUnits(a: string, b: string): number {
  const from = codePoints(a)
  const to = codePoints(b)
  return similarityOf(editDistance(from, to), Math.max(from.length, to.length))
}

function longest(a: string, b: string): number {
  return Math.max(a.length, b.length)
}

function shortest(a: string, b: string): number {
  return Math.min(a.length, b.length)
}

/** How many units stand in both texts at the start or at the end, none counted twice. */
function equalEnds(a: string, b: string): number {
  const limit = shortest(a, b)
  let count = 0
  while (count < limit && a.charCodeAt(count) === b.charCodeAt(count)) count += 1
  const start = count
  while (count < limit && a.charCodeAt(a.length - 1 - (count - start)) === b.charCodeAt(b.length - 1 - (count - start))) count += 1
  return count
}
