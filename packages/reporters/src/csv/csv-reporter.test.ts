import { readFileSync } from 'node:fs'
import { readDataset } from '@assay/datasets'
import type { Score } from '@assay/core'
import type { EvaluatedRow } from '@assay/runner'
import { describe, expect, it } from 'vitest'
import { checkedRun, hostileRows } from '../__fixtures__/checked-run.ts'
import { finishedRun, type FinishedRun, reported } from '../__fixtures__/sample-run.ts'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { reporterFor } from '../reporter-for.ts'

const inFolder = useTempFolder()
type Cells = Record<string, string | null>

/** Every row of a CSV file as our own reader takes it: raw cells, `null` for a missing one. */
async function readBack(path: string): Promise<Cells[]> {
  const found: Cells[] = []
  const columns = { reference: (record: object) => JSON.stringify(record) }
  for await (const rows of readDataset(path, { columns })) for (const { sample } of rows) found.push(JSON.parse(sample.reference ?? ''))
  return found
}

type Shown = string | number | boolean | null | undefined
const asText = (value: Shown): string | null => (value === undefined || value === null ? null : String(value))

function cellsOf(name: string, score: Score | undefined): Cells {
  return {
    [`${name}.value`]: asText(score?.value),
    [`${name}.status`]: asText(score?.status),
    [`${name}.cause`]: score?.status === 'unscored' ? score.cause : null,
    [`${name}.reason`]: asText(score?.reason),
    [`${name}.passed`]: asText(score?.passed),
  }
}

function rowCells({ result: { id, index, cluster, scores } }: EvaluatedRow, metrics: readonly string[], gate: Cells = {}): Cells {
  const row: Cells = { id: storable(id), index: String(index), cluster: cluster === undefined ? null : storable(cluster) }
  return Object.assign(row, gate, ...metrics.map((name) => cellsOf(name, scores[name])))
}

async function written(run: FinishedRun, options = {}): Promise<string> {
  const path = inFolder('out.csv')
  await reported(reporterFor(path, options), run)
  return path
}

/** UTF-8 cannot hold half a pair of surrogates. */
const storable = (text: string): string => text.toWellFormed()

describe('a CSV result', () => {
  it('read back by our own reader is what was written, hostile text included', async () => {
    const run = await finishedRun(hostileRows)
    const found = await readBack(await written(run))
    const metrics = run.run.metrics.map(({ name }) => name)
    const expected = run.rows.map((row) => rowCells(row, metrics))
    expect(found).toEqual(expected)
  })

  it('has a column for each metric that any row was asked, also one that came up late', async () => {
    const run = await checkedRun()
    const found = await readBack(await written(run))
    expect(run.rows.some(({ result }) => result.scores['late'] === undefined)).toBe(true)
    const gateOf = ({ result: { gate } }: EvaluatedRow): Cells => ({
      'row.value': asText(gate?.value),
      'row.passed': asText(gate?.passed),
    })
    expect(found).toEqual(run.rows.map((row) => rowCells(row, Object.keys(run.summary.summary), gateOf(row))))
  })

  it('has no columns for checks where there were none', async () => {
    const [header] = readFileSync(await written(await finishedRun()), 'utf8').split('\n')
    expect(header).toMatch(
      /^id,index,cluster,context_recall\.value,context_recall\.status,context_recall\.cause,context_recall\.reason,context_recall\.passed,/,
    )
  })

  it('keeps a formula unless it was asked to be safe', async () => {
    const run = await finishedRun([{ id: '=1+1', referenceContextIds: ['a'], retrievedContextIds: ['a'] }])
    expect(readFileSync(await written(run), 'utf8')).toMatch(/^=1\+1,0,/m)
    expect(readFileSync(await written(run, { csvSafe: true }), 'utf8')).toMatch(/^'=1\+1,0,/m)
  })

  it('of no rows is its header', async () => {
    const run = await finishedRun([])
    expect(readFileSync(await written(run), 'utf8').split('\n')).toEqual([expect.stringMatching(/^id,index,cluster,context_recall/), ''])
  })
})
