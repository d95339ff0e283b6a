import assert from 'node:assert/strict'
import { type Runtime, type Sample, type Score, Suspended } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { settled } from '../settled.ts'
import { slowJournal } from './slow-journal.ts'

/** No metric asks more often than this in turn. */
const MOST_TURNS = 100

/** A score whose replies come later, from a batch or another machine. */
export function suspensionChecks(
  samples: readonly Sample[],
  score: (sample: Sample, runtime?: Runtime) => Promise<Score>,
): ConformanceCheck[] {
  return [
    {
      name: 'Suspended passes through, and scoring again once the replies are there gives the same score',
      async run() {
        for (const sample of samples) assert.deepEqual(await scoredInTurns(sample), await score(sample))
      },
    },
  ]

  async function scoredInTurns(sample: Sample): Promise<Score> {
    const journal = slowJournal()
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const outcome = await settled(score(sample, journal.runtime()), 'a score')
      const asked = await journal.settle()
      if ('value' in outcome) {
        assert.equal(asked, 0, `a call was suspended, and the metric went on: ${outcome.value.reason}`)
        return outcome.value
      }
      assert.ok(Suspended.is(outcome.error), `only Suspended may be thrown, not ${String(outcome.error)}`)
      assert.ok(asked > 0, 'the metric says Suspended, and nothing new was asked')
    }
    return assert.fail(`no score after ${MOST_TURNS} turns: each asks for something new`)
  }
}
