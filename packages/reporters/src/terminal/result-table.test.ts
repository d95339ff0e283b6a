import { expect, it } from 'vitest'
import { finishedRun, HOSTILE, valuesMetric } from '../__fixtures__/sample-run.ts'
import { resultTable } from './result-table.ts'

it('a summary as a table has a line for each metric, in columns', async () => {
  const { summary } = await finishedRun()
  expect(resultTable(summary)).toBe(
    [
      'metric                   mean   span            rows',
      "context_recall           0.450  [0.065, 0.860]  scored 6 of 8  95% interval over 6 rows; few clusters; unscored: 1 empty_reference, 1 refused; sampling of rows only; the judge's own errors are not in it",
      'non_llm_context_recall   0.714  [0.334, 0.999]  scored 7 of 8  95% interval over 7 rows; few clusters; unscored: 1 empty_reference',
      'id_based_context_recall  0.600  [0.241, 0.915]  scored 7 of 8  95% interval over 7 rows; few clusters; unscored: 1 empty_reference',
      '',
    ].join('\n'),
  )
})

it('a table says where nothing was scored, and lets no name act on the terminal', async () => {
  const { summary } = await finishedRun([], [valuesMetric([], { name: HOSTILE })])
  expect(resultTable(summary)).toMatch(/ {2}- {5}- {5}scored 0 of 0 {2}nothing was scored\n$/)
  expect(resultTable(summary)).not.toMatch(/[[\p{Cc}--\n]\p{Bidi_Control}]/v)
})
