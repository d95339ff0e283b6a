import { expect, it } from 'vitest'
import { paidRuns, supported } from '../../__fixtures__/paid-runs.ts'

const { answerBy, asked, reportOf } = paidRuns()

it('a result of repeats has the spread within rows, and each repeat is a call of its own', async () => {
  answerBy((index) => supported(index % 2 === 0))
  const { report } = await reportOf('--repeat', '2', '--concurrency', '1')
  expect(asked()).toHaveLength(12)
  expect(report.summary.context_recall.repeatStddev).toBeGreaterThan(0)
  expect(report.rows[0].scores.context_recall.repeats).toHaveLength(2)
})
