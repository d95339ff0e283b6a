import { expect, it } from 'vitest'
import { paidRuns } from '../__fixtures__/paid-runs.ts'

const { asked, assay, reportOf, writeRows } = paidRuns()

it('a resumed run that asks otherwise than it began says so once, before all of it is paid for again', async () => {
  writeRows(30)
  const first = await reportOf('--budget-tokens', '1500', '--concurrency', '2')
  const { length } = asked()
  const { code, err } = await assay(['eval', '--resume', '-j', 'openai:other', '--budget-tokens', '1000000'])
  expect(code).toBe(0)
  expect(err.match(/None of the \d+ replies that the run \S+ was left with is used.*another judge/g)).toHaveLength(1)
  expect(err).toContain(first.report.run.id)
  expect(asked()).toHaveLength(length + 30)
})
