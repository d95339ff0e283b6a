import { type Figure, figure, noFigure } from '../figure.ts'
import { addTo, emptySum, totalOf } from '../spread/compensated-sum.ts'

/**
 * The mean of |score − reference|, in the unit of both.
 *
 * @throws RangeError if the lists differ in length or hold NaN.
 */
export function meanAbsoluteError(scores: readonly number[], references: readonly number[]): Figure {
  if (scores.length !== references.length) {
    throw new RangeError(`meanAbsoluteError: ${scores.length} scores for ${references.length} references`)
  }
  if (scores.length === 0) return noFigure('no items')
  const sum = emptySum()
  for (const [at, score] of scores.entries()) addTo(sum, Math.abs(score - (references[at] ?? Number.NaN)))
  const total = totalOf(sum)
  if (Number.isNaN(total)) throw new RangeError('meanAbsoluteError: a value is NaN')
  return figure(total / scores.length)
}
