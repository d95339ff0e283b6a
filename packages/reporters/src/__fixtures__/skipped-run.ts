import { evaluate } from '@assay/runner'
import { HOSTILE } from './hostile.ts'
import { type FinishedRun, rowsOf, valuesMetric } from './sample-run.ts'

const rubric = { name: 'llm-rubric', reason: 'Assay does not check "llm-rubric".', place: 'promptfooconfig.yaml:9' }

/** Two rows: of the first an assertion is skipped and a set of checks decides, of the second nothing can be checked. */
export async function skippedRun(): Promise<FinishedRun> {
  const [low, high] = [valuesMetric([0.2], { name: 'low' }), valuesMetric([0.9], { name: 'high' })]
  const evaluation = evaluate({
    data: [{ id: 'half' }, { id: 'none' }],
    metrics: ({ id }) =>
      id === 'none'
        ? { checks: [], skipped: [rubric, { name: HOSTILE, reason: HOSTILE }] }
        : {
            checks: [
              { metric: low, threshold: 0.5, set: 'either' },
              { metric: high, threshold: 0.5, set: 'either' },
            ],
            sets: [{ name: 'either', threshold: 0.5 }],
            skipped: [rubric],
          },
  })
  const rows = await rowsOf(evaluation)
  return { run: evaluation.run, rows, summary: await evaluation.result() }
}
