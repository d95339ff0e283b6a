import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paidRuns } from '../../__fixtures__/paid-runs.ts'

const { asked, at, reportOf, writeRows } = paidRuns()

it('a key that is named twice is found before any row is paid for, wherever it stands', async () => {
  writeRows(1100)
  const lines = readFileSync(at('rows.jsonl'), 'utf8').split('\n')
  lines[1050] = '{"id":"r1050","reference":"One.","reference":"Two.","retrieved_contexts":["One."]}'
  writeFileSync(at('rows.jsonl'), lines.join('\n'))
  const { code, err } = await reportOf()
  expect(code).toBe(2)
  expect(err).toMatch(/rows\.jsonl.*1051.*reference/)
  expect(asked()).toHaveLength(0)
})
