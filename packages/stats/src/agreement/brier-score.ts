import { type Figure, figure, noFigure } from '../figure.ts'
import { addTo, emptySum, totalOf } from '../spread/compensated-sum.ts'
import type { Label } from './binary-agreement.ts'

/**
 * The mean of (probability − label)² (Brier 1950), in [0, 1], 0 the best. Always answering 0.5 gives 0.25.
 *
 * @throws RangeError if the lists differ in length or a probability is not in [0, 1].
 */
export function brierScore(probabilities: readonly number[], labels: readonly Label[]): Figure {
  checkProbabilities(probabilities, labels, 'brierScore')
  if (labels.length === 0) return noFigure('no items')
  const sum = emptySum()
  for (const [at, label] of labels.entries()) addTo(sum, ((probabilities[at] ?? 0) - label) ** 2)
  return figure(totalOf(sum) / labels.length)
}

export function checkProbabilities(probabilities: readonly number[], labels: readonly Label[], caller: string): void {
  if (probabilities.length !== labels.length) {
    throw new RangeError(`${caller}: ${probabilities.length} probabilities for ${labels.length} labels`)
  }
  const wrong = probabilities.findIndex((value) => !(value >= 0 && value <= 1))
  if (wrong !== -1) throw new RangeError(`${caller}: probability ${wrong} is ${probabilities[wrong]}, not in [0, 1]`)
}
