import { expect, it } from 'vitest'
import { osloRow } from '../__fixtures__/oslo-row.ts'
import { paidRuns } from '../__fixtures__/paid-runs.ts'
import { jsonl, project } from '../__fixtures__/project.ts'
import { runAssay } from '../__fixtures__/run-assay.ts'

const { assay } = paidRuns()

it('options about calls are refused where nothing asks a model', async () => {
  const { code, err } = await assay(['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'lexical', '--budget-usd', '1'])
  expect(code).toBe(2)
  expect(err).toContain('--budget-usd is for calls to a model')
})

it('what only a model can be told is left out of a file where a screen judges', async () => {
  const config = 'data: rows.jsonl\nmetrics: [context-recall]\nstrategy: per-claim\nrequireQuote: true\ngrouping: false\nvotes: 3\n'
  const cwd = project({ 'assay.config.yaml': config, 'rows.jsonl': jsonl(osloRow) })
  expect(await runAssay(['eval', '-j', 'lexical', '--quiet'], { cwd })).toMatchObject({ code: 0, err: '' })
})
