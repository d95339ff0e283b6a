import { expect, it } from 'vitest'
import { paidRuns } from '../../__fixtures__/paid-runs.ts'

const { assay } = paidRuns()

it('options about calls are refused where nothing asks a model', async () => {
  const { code, err } = await assay(['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'lexical', '--budget-usd', '1'])
  expect(code).toBe(2)
  expect(err).toContain('--budget-usd is for calls to a model')
})
