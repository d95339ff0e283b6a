import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { command, paidRuns } from '../__fixtures__/paid-runs.ts'
import { openRows } from './open-rows.ts'

const { asked, assay, at, reportOf, writeRows } = paidRuns()

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

it('what is probably not meant in data is said once, though a paid run reads them twice', async () => {
  writeFileSync(at('rows.jsonl'), '{"id":"a","user_input":"Where?","question":"When?","reference":"One.","retrieved_contexts":["One."]}\n')
  const { code, err } = await assay(command)
  expect(code).toBe(0)
  expect(err.match(/^assay: warning: rows\.jsonl: columns "user_input" and "question" hold the same field/gm)).toHaveLength(1)
})

it.each(['without reading on', 'after reading on'])('what was opened for the first rows is closed %s', async (how) => {
  let isClosed = false
  async function* rows() {
    try {
      yield await Promise.resolve({ reference: 'One.' })
      yield { reference: 'Two.' }
    } finally {
      isClosed = true
    }
  }
  const opened = await openRows(rows(), { paths: ['rows.jsonl'], wholly: false })
  expect(isClosed).toBe(false)
  if (how === 'after reading on') for await (const _batch of opened.data) break
  opened.close()
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect(isClosed).toBe(true)
})
