import { readFileSync } from 'node:fs'
import { readDataset } from '@assay/datasets'
import type { Sample, SampleField, Score } from '@assay/core'
import type { EvaluatedRow } from '@assay/runner'
import { describe, expect, it } from 'vitest'
import { checkedRun, hostileRows } from '../__fixtures__/checked-run.ts'
import { hostileTexts } from '../__fixtures__/hostile.ts'
import { finishedRun, type FinishedRun, reported, valuesMetric } from '../__fixtures__/sample-run.ts'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { reporterFor } from '../reporter-for.ts'
import type { CsvColumn } from './csv-column.ts'

const inFolder = useTempFolder()
type Cells = Record<string, string | null>

/** Every row of a CSV file as our own reader takes it: raw cells, `null` for a missing one. */
async function readBack(path: string): Promise<Cells[]> {
  const found: Cells[] = []
  const columns = { reference: (record: object) => JSON.stringify(record) }
  for await (const rows of readDataset(path, { columns })) for (const { sample } of rows) found.push(JSON.parse(sample.reference ?? ''))
  return found
}

/** The samples of a CSV file as a run reads them. */
async function samplesIn(path: string): Promise<Sample[]> {
  const found: Sample[] = []
  for await (const rows of readDataset(path)) found.push(...rows.map(({ sample }) => sample))
  return found
}

/** Columns under the names of their fields in files. */
function named(...fields: readonly SampleField[]): readonly CsvColumn[] {
  return fields.map((field) => ({ name: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), path: [field] }))
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

function rowCells({ result, sample }: EvaluatedRow, metrics: readonly string[], gate: Cells = {}): Cells {
  const { id, index, cluster, scores } = result
  const text = (value: string | undefined): string | null => (value === undefined ? null : storable(value))
  const row: Cells = {
    id: storable(id),
    index: String(index),
    cluster: text(cluster),
    user_input: text(sample.userInput),
    reference: text(sample.reference),
    response: text(sample.response),
  }
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

  it('has a column for each metric that any row has a score of, also one that comes up late', async () => {
    const run = await checkedRun()
    const found = await readBack(await written(run))
    expect(run.rows.some(({ result }) => result.scores['late'] === undefined)).toBe(true)
    const gateOf = ({ result: { gate } }: EvaluatedRow): Cells => ({
      'row.value': asText(gate?.value),
      'row.passed': asText(gate?.passed),
    })
    expect(found).toEqual(run.rows.map((row) => rowCells(row, Object.keys(run.summary.metrics), gateOf(row))))
  })

  it('has no columns for checks where there were none', async () => {
    const [header] = readFileSync(await written(await finishedRun()), 'utf8').split('\n')
    expect(header).toMatch(
      /^id,index,cluster,user_input,reference,response,context_recall\.value,context_recall\.status,context_recall\.cause,context_recall\.reason,context_recall\.passed,/,
    )
  })

  it('leaves a formula as it is unless safe cells are requested', async () => {
    const run = await finishedRun([{ id: '=1+1', referenceContextIds: ['a'], retrievedContextIds: ['a'] }])
    expect(readFileSync(await written(run), 'utf8')).toMatch(/^=1\+1,0,/m)
    expect(readFileSync(await written(run, { csvSafe: true }), 'utf8')).toMatch(/^'=1\+1,0,/m)
  })

  it('escapes sample data, too, if safe cells are requested', async () => {
    const run = await finishedRun([{ id: 'a', userInput: '=1+1', reference: '-2', response: '@SUM(1)', metadata: { by: '+49 30' } }])
    const csvColumns: readonly CsvColumn[] = [...named('userInput', 'reference', 'response'), { name: 'by', path: ['metadata', 'by'] }]
    expect(readFileSync(await written(run, { csvColumns }), 'utf8')).toMatch(/^a,0,,=1\+1,-2,@SUM\(1\),\+49 30,/m)
    expect(readFileSync(await written(run, { csvColumns, csvSafe: true }), 'utf8')).toMatch(/^a,0,,'=1\+1,'-2,'@SUM\(1\),'\+49 30,/m)
  })

  it('holds question, reference and answer of each row beside its scores, read back as they were', async () => {
    const data: Sample[] = []
    for (const row of hostileRows) data.push({ ...row, response: data.length % 2 === 0 ? `${row.userInput} Or so.` : '' })
    const samples = await samplesIn(await written(await finishedRun(data)))
    expect(samples).toEqual(
      data.map(({ id = '', cluster = '', userInput = '', reference = '', response = '' }) => ({
        id: storable(id),
        cluster: storable(cluster),
        userInput: storable(userInput),
        reference: storable(reference),
        response: storable(response),
      })),
    )
  })

  it('holds the fields that are chosen, lists and objects as JSON, read back as they were', async () => {
    const data: readonly Sample[] = [
      {
        id: 'a',
        retrievedContexts: hostileTexts.map(([, text]) => text),
        referenceContexts: [],
        retrievedContextIds: ['007', '1'],
        referenceContextIds: ['9007199254740993'],
        referenceContextGrades: [1.5],
        metadata: { topic: '=1+1', tags: ['x', 2], deep: { yes: true } },
      },
      { id: 'b' },
    ]
    const fields = [
      'retrievedContexts',
      'referenceContexts',
      'retrievedContextIds',
      'referenceContextIds',
      'referenceContextGrades',
      'metadata',
    ] as const
    const csvColumns: readonly CsvColumn[] = [...named(...fields), { name: 'tags', path: ['metadata', 'tags'] }]
    const path = await written(await finishedRun(data), { csvColumns })
    expect(await samplesIn(path)).toEqual(data)
    expect((await readBack(path)).map(({ tags }) => tags)).toEqual(['["x",2]', null])
  })

  it('shows as JSON what is no text where a text is due, as data in code can hold it', async () => {
    const odd: readonly object[] = [
      { id: 'a', userInput: { text: 'x' }, reference: ['one', 'two'], response: 7 },
      { id: 'b', userInput: true, reference: null, response: [9007199254740993n] },
    ]
    const cells = await readBack(await written(await finishedRun(odd)))
    expect(cells.map((row) => [row['user_input'], row['reference'], row['response']])).toEqual([
      ['{"text":"x"}', '["one","two"]', '7'],
      ['true', null, '["9007199254740993"]'],
    ])
  })

  it('loses no row to what JSON cannot hold', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const run = await finishedRun([{ id: 'a', metadata: circle }, { id: 'b' }], [valuesMetric([0.5, 1])])
    const text = readFileSync(await written(run, { csvColumns: named('metadata') }), 'utf8')
    expect(text).toMatch(/\na,0,,[^,]*no JSON: .*circular[^]*,0\.5,scored,[^]*\nb,1,,,1,scored,/)
  })

  it('of no rows is its header', async () => {
    const run = await finishedRun([])
    expect(readFileSync(await written(run), 'utf8').split('\n')).toEqual([
      expect.stringMatching(/^id,index,cluster,user_input,reference,response,context_recall/),
      '',
    ])
  })
})
