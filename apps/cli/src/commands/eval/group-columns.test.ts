import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { paidRuns } from '../../__fixtures__/paid-runs.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-group-columns-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ids = { retrieved_context_ids: ['d1'], reference_context_ids: ['d1'] }
const rows = [
  { ...ids, cluster: 'c1' },
  { ...ids, metadata: { topic: 'yard' } },
]
writeFileSync(join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

/** What is said of it, on both streams. */
const saidOf = async (column: string) => {
  const { out, err } = await runAssay(['eval', 'rows.jsonl', '-m', 'recall@5', '--group-by', column], { cwd: folder })
  return (
    `${out}${err}`
      .replaceAll(/\s+/g, ' ')
      .match(/no row has.*?value\.(?: Did you mean \S+\?| There is cluster, metadata\.topic, file\.)?/gi) ?? []
  )
}

it.each([
  ['metadata.topc', ' Did you mean metadata.topic?'],
  ['topic', ' Did you mean metadata.topic?'],
  ['clusters', ' Did you mean cluster?'],
  ['metadata.quite_another', ' There is cluster, metadata.topic, file.'],
])('a column to group by that no row has is told of once: %s', async (column, hint) => {
  expect(await saidOf(column)).toEqual([`No row has "${column}", so grouping by it shows one group without a value.${hint}`])
})

it.each(['metadata.topic', 'cluster'])('and %s is not, which some row has', async (column) => {
  expect(await saidOf(column)).toEqual([])
})

describe('the result', () => {
  const { reportOf } = paidRuns()

  it('is grouped by a column', async () => {
    const { report } = await reportOf('--group-by', 'metadata.topic')
    expect(report.summary.context_recall.groups['metadata.topic']).toMatchObject([
      { value: 'even', mean: 1, total: 3 },
      { value: 'odd', mean: 1, total: 3 },
    ])
  })
})
