import { describe, expect, it } from 'vitest'
import { type ClassRates, correctedMean, createClassRates, createMeanEstimator, type Ends, seededRandom } from '../../src/index.ts'
import { drawRows, type Judge } from './corrections.ts'
import { measureCoverage, SCENARIOS, SHOWN } from './measure-coverage.ts'
import { yes } from './scenario.ts'

const DRAWS = 2000
/** Coverage must not fall under this, and where the normal law has a hold not rise over the other. */
const LEAST = 0.93
const MOST = 0.985
const ENOUGH = 10

/** A part of the grid that `coverage-table` prints: all of it takes a minute. */
const grid = SCENARIOS.flatMap((scenario) =>
  [
    { p: 0.5, n: 30 },
    { p: 0.8, n: 30 },
    { p: 0.95, n: 30 },
    { p: 0.8, n: 100 },
  ].map(({ p, n }) => ({ scenario, name: scenario.name, p, n })),
)

it.each(grid)('every interval that reports show covers at least 93 of 100: $name, p = $p, n = $n', ({ scenario, p, n }) => {
  const shown = measureCoverage(scenario, p, n, DRAWS).filter(({ interval }) => SHOWN.has(interval))
  expect(shown.length).toBeGreaterThan(0)
  for (const { interval, coverage } of shown) {
    expect(coverage, interval).toBeGreaterThanOrEqual(LEAST)
    if (n * p * (1 - p) >= ENOUGH) expect(coverage, interval).toBeLessThanOrEqual(MOST)
  }
})

describe('a simulated judge of TPR .9 and TNR .8, in 1,000 seeded runs', () => {
  const judge: Judge = { tpr: 0.9, tnr: 0.8 }
  const RUNS = 1000

  it('TPR and TNR lie in their intervals, both measured on 150 labelled rows', () => {
    const random = seededRandom(2024)
    const held = { tpr: 0, tnr: 0, balancedAccuracy: 0 }
    for (let run = 0; run < RUNS; run += 1) {
      const rates = createClassRates()
      for (let row = 0; row < 150; row += 1) {
        const human = yes(random, 0.6)
        rates.add({ human, judge: yes(random, human === 1 ? judge.tpr : 1 - judge.tnr) })
      }
      const found: ClassRates = rates.result()
      if (holds(found.tpr.interval, judge.tpr)) held.tpr += 1
      if (holds(found.tnr.interval, judge.tnr)) held.tnr += 1
      if (holds(found.balancedAccuracy.interval, (judge.tpr + judge.tnr) / 2)) held.balancedAccuracy += 1
    }
    for (const [rate, times] of Object.entries(held)) expect(times / RUNS, rate).toBeGreaterThanOrEqual(LEAST)
  })

  it.each([
    { p: 0.6, labels: 100 },
    { p: 0.8, labels: 30 },
    { p: 0.95, labels: 60 },
  ])('the mean $p lies in its corrected interval over $labels labels, never longer than without the judge', ({ p, labels }) => {
    const random = seededRandom(labels)
    let [held, long, shorter] = [0, 0, 0]
    for (let run = 0; run < RUNS; run += 1) {
      const rows = drawRows(random, judge, p, labels, 400)
      const alone = createMeanEstimator()
      for (const label of rows.human) alone.add(label)
      const [corrected, plain] = [correctedMean(rows).interval, alone.result().interval]
      if (holds(corrected, p)) held += 1
      if (lengthOf(corrected) > 1.05 * lengthOf(plain)) long += 1
      shorter += lengthOf(corrected) / lengthOf(plain) / RUNS
    }
    expect(held / RUNS).toBeGreaterThanOrEqual(LEAST)
    expect(long / RUNS).toBeLessThanOrEqual(0.01)
    // It must be worth having.
    expect(shorter).toBeLessThan(0.98)
  })
})

function holds(ends: Ends | null, truth: number): boolean {
  return ends !== null && ends.lo <= truth && truth <= ends.hi
}

function lengthOf(ends: Ends | null): number {
  return ends === null ? Infinity : ends.hi - ends.lo
}
