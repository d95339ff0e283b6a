import { brierScore, expectedCalibrationError, type Label, rocAuc } from '@assay/stats'
import type { CalibrationFigures } from './bench-result.ts'

const GROUPS = 10

/** Whether a judge's probabilities match the shares that people call supported, and how well they rank supported items first. */
export function calibrationFigures(given: readonly { readonly probability: number; readonly label: Label }[]): CalibrationFigures {
  // Every figure below sorts its input, which is fast when it is sorted already.
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

/** The groups of the expected calibration error: about equal in size, with equal probabilities in one group. */
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
