import { brierScore, expectedCalibrationError, type Label, rocAuc } from '@assay/stats'
import type { CalibrationFigures } from './bench-result.ts'

const GROUPS = 10

/** How far stated probabilities can be trusted, and how well they order supported before unsupported. */
export function calibrationFigures(given: readonly { readonly probability: number; readonly label: Label }[]): CalibrationFigures {
  // Every figure below sorts: what is in order already costs it nothing.
  const stated = given.toSorted((a, b) => a.probability - b.probability)
  const probabilities = stated.map(({ probability }) => probability)
  const labels = stated.map(({ label }) => label)
  return {
    items: stated.length,
    brier: brierScore(probabilities, labels).value,
    ece: expectedCalibrationError(probabilities, labels).value,
    rocAuc: rocAuc(probabilities, labels),
    curve: curveOf(stated),
  }
}

/** Groups of about equal size by rank, equal probabilities together: those of the expected calibration error. */
function curveOf(ascending: readonly { readonly probability: number; readonly label: Label }[]): CalibrationFigures['curve'] {
  const groups = new Map<number, { probability: number; supported: number; items: number }>()
  let lower = 0
  for (const [at, { probability, label }] of ascending.entries()) {
    if (ascending[lower]?.probability !== probability) lower = at
    const number = Math.floor((GROUPS * lower) / ascending.length)
    const group = groups.get(number) ?? { probability: 0, supported: 0, items: 0 }
    group.probability += probability
    group.supported += label
    group.items += 1
    groups.set(number, group)
  }
  return Array.from(groups.values(), ({ probability, supported, items }) => ({
    meanProbability: probability / items,
    supportedShare: supported / items,
    items,
  }))
}
