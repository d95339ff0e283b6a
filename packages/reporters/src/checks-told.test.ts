import { readFile } from 'node:fs/promises'
import { evaluate } from '@assay/runner'
import { describe, expect, it } from 'vitest'
import { type FinishedRun, reported, rowsOf, valuesMetric } from './__fixtures__/sample-run.ts'
import { useTempFolder } from './__fixtures__/temp-folder.ts'
import { reporterFor } from './reporter-for.ts'

const inFolder = useTempFolder()

/** Two checks in one row, of which the first fails, and the mean with it where it has a threshold. */
async function checkedRow(threshold?: number): Promise<FinishedRun> {
  const evaluation = evaluate({
    data: [{ id: 'only' }],
    metrics: () => ({
      checks: [
        { metric: valuesMetric([0.5], { name: 'recall' }), threshold: 0.9, weight: 2 },
        { metric: valuesMetric([0.2], { name: 'silence' }), threshold: 0.5, negate: true },
      ],
      threshold,
    }),
  })
  const rows = await rowsOf(evaluation)
  return { run: evaluation.run, rows, summary: await evaluation.result() }
}

async function textOf(ending: string, run: FinishedRun): Promise<string> {
  const path = inFolder(`report.${ending}`)
  await reported(reporterFor(path), run)
  return (await readFile(path, 'utf8')).replaceAll(/\s+/g, ' ')
}

describe('what was due stands next to what came', () => {
  it.each(['txt', 'md', 'xml'])('for each check in .%s', async (ending) => {
    expect(await textOf(ending, await checkedRow())).toMatch(/0\.500\W+check failed: at least 0.9 is due, weight 2/)
  })

  it.each(['txt', 'md', 'xml'])('for the mean of a row in .%s', async (ending) => {
    const told = 'Weighted mean 0.600 of recall 0.500 (weight 2), silence 0.200 (counted as 0.800); at least 0.7 is due.'
    // In Markdown some signs stand escaped.
    expect((await textOf(ending, await checkedRow(0.7))).replaceAll('\\', '')).toContain(told)
  })

  it.each(['json', 'jsonl', 'html'])('for both in .%s', async (ending) => {
    const text = await textOf(ending, await checkedRow(0.7))
    expect(text).toContain('"check":{"threshold":0.9,"weight":2}')
    expect(text).toContain('"check":{"threshold":0.5,"negate":true}')
    expect(text).toMatch(/"gate":\{"value":0\.6\d*,"passed":false,"threshold":0\.7\}/)
  })

  it('as a failure of the row in JUnit, where a check alone failed', async () => {
    expect(await textOf('xml', await checkedRow())).toContain(
      '<failure type="row" message="Not every check passed: recall 0.500, at least 0.9 is due.">',
    )
  })
})
