import { expect, test } from 'vitest'
import { dataOf, filledIn, simulatedRun } from './__fixtures__/simulated-run.ts'
import { type Correction, correctMean } from './correct-mean.ts'
import { judgedRows } from './judged-rows.ts'
import { labelSheet } from './label-sheet.ts'
import { matchLabels } from './match-labels.ts'
import { labelsFrom } from './read-labels.ts'

const TRUE_MEAN = 0.7

/** One report, its sheet labelled by people who make no mistake, and what is made of it. */
async function correctionOf(seed: number, judge: { tpr: number; tnr: number }): Promise<Correction> {
  const { report, samples, truth } = simulatedRun({ seed, rows: 160, support: TRUE_MEAN, ...judge })
  const run = judgedRows({
    run: { id: `run-${seed}`, metrics: [{ name: 'context_recall', signature: 's', evidence: 'judge' }] },
    rows: report.rows,
  })
  const sheet = await labelSheet(run, dataOf(samples), { count: 40, seed, contextChars: 4000, showVerdicts: false })
  return correctMean(run, matchLabels(run, labelsFrom(filledIn(sheet.csv, truth), 'labels.csv'), { assumeRandom: false }))
}

test.each([
  ['a lenient', 1000, { tpr: 0.98, tnr: 0.4 }],
  ['an ordinary', 300, { tpr: 0.9, tnr: 0.8 }],
])(
  'from report to labels to interval: with %s judge it holds the truth in 93 of 100 draws, and is hardly ever longer than people alone',
  async (_kind, times, judge) => {
    const draws = { covered: 0, short: 0, judgeCovered: 0 }
    for (let seed = 1; seed <= times; seed += 1) {
      const { corrected, human, judge: alone, labelsToHalve } = await correctionOf(seed, judge)
      if (corrected.interval === null || human.interval === null) throw new Error('40 labelled rows have an interval')
      if (holds(corrected.interval)) draws.covered += 1
      if (holds(alone.interval)) draws.judgeCovered += 1
      if (lengthOf(corrected.interval) <= 1.05 * lengthOf(human.interval)) draws.short += 1
      expect(labelsToHalve?.labels).toBeGreaterThan(40)
    }
    expect(draws.covered / times).toBeGreaterThanOrEqual(0.93)
    expect(draws.short / times).toBeGreaterThanOrEqual(0.99)
    // What the command is for: the judge's own interval knows nothing of its errors.
    if (judge.tnr < 0.5) expect(draws.judgeCovered / times).toBeLessThan(0.1)
  },
)

function holds(interval: { readonly lo: number; readonly hi: number } | null): boolean {
  return interval !== null && interval.lo <= TRUE_MEAN && TRUE_MEAN <= interval.hi
}

function lengthOf({ lo, hi }: { readonly lo: number; readonly hi: number }): number {
  return hi - lo
}
