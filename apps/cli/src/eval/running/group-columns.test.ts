import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-group-columns-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ids = { retrieved_context_ids: ['d1'], reference_context_ids: ['d1'] }
const rows = [
  { ...ids, cluster: 'c1' },
  { ...ids, metadata: { topic: 'yard' } },
]
writeFileSync(join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

const grouped = async (column: string) =>
  (await runAssay(['eval', 'rows.jsonl', '-m', 'recall@5', '--group-by', column], { cwd: folder })).err

it.each([
  ['metadata.topc', ' Did you mean metadata.topic?'],
  ['topic', ' Did you mean metadata.topic?'],
  ['clusters', ' Did you mean cluster?'],
  ['metadata.quite_another', ' There is cluster, metadata.topic.'],
])('a column to group by that no row has is warned of: %s', async (column, hint) => {
  expect(await grouped(column)).toBe(`assay: warning: no row has ${column}, by which rows were to be grouped.${hint}\n`)
})

it.each(['metadata.topic', 'cluster'])('and %s is not, which some row has', async (column) => {
  expect(await grouped(column)).toBe('')
})
