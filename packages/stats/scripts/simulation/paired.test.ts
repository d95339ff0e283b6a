import { describe, expect, it } from 'vitest'
import { outcomesOf, pseudoPairs, shown } from './paired-outcomes.ts'
import { judgedRows, manySmallLosses, movingRows, SIDES } from './paired-rows.ts'
import { severalOutcomes } from './several-outcomes.ts'

// The numbers are the same on every machine. The tables of `paired-tables` take minutes: these are parts of them.
const losses = { name: 'losses only', losses: 1 }

describe.each([false, true])('paired differences, rows in clusters of five: %s', (isClustered) => {
  it.each([0.01, 0.05, 0.2])('the interval covers at least 93 of 100 where a share of %d moves, and agrees with p', (share) => {
    for (const step of [1, 1 / 2, 1 / 5, 'mixed'] as const) {
      for (const side of SIDES) {
        const { covered, contradicts } = outcomesOf(shown, movingRows(share, step, side, isClustered), 60, 400)
        expect(covered, `${step}, ${side.name}`).toBeGreaterThanOrEqual(0.93)
        expect(contradicts).toBe(0)
      }
    }
  })
})

describe('what paired differences find', () => {
  it('two judged runs of one retriever are called worse in at most 2.5 of 100', () => {
    for (const [claims, flips] of [
      [1, 0.1],
      [5, 0.03],
      [10, 0.1],
    ] as const) {
      const { worse } = outcomesOf(shown, judgedRows({ claims, lost: 0, flips }), 60, 1000)
      // Three standard errors.
      expect(worse).toBeLessThanOrEqual(0.025 + 3 * Math.sqrt((0.025 * 0.975) / 1000))
    }
  })

  it('a loss of 0.05 in 60 rows is shown nearly always, where pseudo-pairs at ±1 hid it in most draws', () => {
    const model = judgedRows({ claims: 5, lost: 0.06, flips: 0 })
    expect(outcomesOf(shown, model, 60, 500).worse).toBeGreaterThan(0.98)
    expect(outcomesOf(pseudoPairs, model, 60, 500).worse).toBeLessThan(0.5)
    expect(outcomesOf(pseudoPairs, movingRows(0.05, 0.2, losses, false), 200, 200).contradicts).toBeGreaterThan(0.8)
  })

  it('a drop of 0.02 passes drop=0.02 in at most 2.7 of 100', () => {
    for (const model of [judgedRows({ claims: 5, lost: 0.02 / 0.85 / 0.94, flips: 0.03 }), movingRows(0.02, 1, losses, false)]) {
      expect(outcomesOf(shown, model, 200, 1000).passes).toBeLessThanOrEqual(0.027 + 3 * Math.sqrt((0.025 * 0.975) / 1000))
    }
  })

  it('many small losses beside few great gains are called worse, though the mean is the same: no test of signs can know', () => {
    expect(outcomesOf(shown, manySmallLosses, 60, 500).worse).toBeGreaterThan(0.4)
  })

  it('of equal runs, all pairs at once, some pair is shown to differ in about 5 of 100, and all true differences lie in all intervals', () => {
    const { wrong, wrongAlone, covered, best, alarms } = severalOutcomes({ runs: 4, n: 30, behind: 0, size: 1 }, 200)
    expect(wrong).toBeLessThanOrEqual(0.059 + 3 * Math.sqrt((0.05 * 0.95) / 200))
    expect(wrongAlone).toBeGreaterThan(wrong)
    expect(covered).toBeGreaterThanOrEqual(0.93)
    expect(best).toBeGreaterThanOrEqual(0.95)
    expect(alarms).toBeLessThanOrEqual(0.03 + 3 * Math.sqrt((0.025 * 0.975) / 200))
  })
})
