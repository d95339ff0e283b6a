import { type Figure, figure, noFigure } from '../figure.ts'
import { addTo, emptySum, totalOf } from '../spread/compensated-sum.ts'
import type { Label } from './binary-agreement.ts'
import { checkProbabilities } from './brier-score.ts'

const BINS = 10

export type CalibrationError = Figure & {
  /** Bins in use, 0 to 10. */
  readonly bins: number
}

/**
 * The expected calibration error over ten bins of equal mass: Σ over bins of (size / n) · |mean probability − mean label|, in [0, 1]. An
 * item goes to bin ⌊10 i / n⌋ with i the number of lower probabilities, so that equal probabilities share a bin (Naeini et al. 2015 with
 * equal-mass bins; the rule for ties is ours). Biased upwards on few items: a perfect judge with 100 items shows about 0.1.
 *
 * @throws RangeError if the lists differ in length or a probability is not in [0, 1].
 */
export function expectedCalibrationError(probabilities: readonly number[], labels: readonly Label[]): CalibrationError {
  checkProbabilities(probabilities, labels, 'expectedCalibrationError')
  const n = labels.length
  if (n === 0) return { ...noFigure('no items'), bins: 0 }
  const items = labels.map((label, at) => ({ label, probability: probabilities[at] ?? 0 }))
  items.sort((a, b) => a.probability - b.probability)
  const error = emptySum()
  let bins = 0
  let lower = 0
  for (let from = 0; from < n; bins += 1) {
    const bin = Math.floor((BINS * lower) / n)
    const gap = emptySum()
    for (; from < n && Math.floor((BINS * lower) / n) === bin; lower = from) {
      const tied = items[from]?.probability
      for (; from < n && items[from]?.probability === tied; from += 1) {
        addTo(gap, items[from]?.probability ?? 0)
        addTo(gap, -(items[from]?.label ?? 0))
      }
    }
    addTo(error, Math.abs(totalOf(gap)))
  }
  return { ...figure(totalOf(error) / n), bins }
}
