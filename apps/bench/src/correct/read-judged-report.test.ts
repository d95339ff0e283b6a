import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lexicalScreen } from '@assay/judge'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { contextRecall } from '@assay/metric-llm-recall'
import { reporterFor } from '@assay/reporters'
import { evaluate } from '@assay/runner'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgedRows } from './judged-rows.ts'
import { readJudgedReport } from './read-judged-report.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const samples = [
  { id: 'a', cluster: 'one', reference: 'Oslo is a city. It snows.', retrievedContexts: ['Oslo is a city.'] },
  { id: 'b', reference: 'Oslo is a city.', retrievedContexts: [] },
  { id: 'c', reference: ' ', retrievedContexts: ['Oslo is a city.'] },
]

/** A run as `assay eval` writes it. */
async function written(name: string, append = false): Promise<string> {
  const path = join(folder, name)
  const evaluation = evaluate({ data: samples, metrics: [contextRecall({ judge: lexicalScreen() }), idBasedContextRecall()] })
  const reporter = reporterFor(path, { append })
  await reporter.begin(evaluation.run)
  for await (const rows of evaluation.batches()) await reporter.rows(rows)
  await reporter.end(await evaluation.result())
  return path
}

describe('a report read back', () => {
  it('gives the judged rows of JSON and of JSONL alike: claims, verdicts, clusters, and how many rows there were', async () => {
    const [json, jsonl] = [
      judgedRows(readJudgedReport(await written('out.json'))),
      judgedRows(readJudgedReport(await written('out.jsonl'))),
    ]
    expect(json).toMatchObject({
      metric: 'context_recall',
      total: 3,
      rows: [
        { id: 'a', cluster: 'one' },
        { id: 'b', claims: [], value: 0 },
      ],
    })
    expect(json.rows[0]?.claims.map(({ text }) => text)).toEqual(['Oslo is a city.', 'It snows.'])
    expect({ ...jsonl, run: '' }).toEqual({ ...json, run: '' })
  })

  it('of several runs in one file is the last one', async () => {
    const first = readJudgedReport(await written('many.jsonl')).run.id
    const { run, rows } = readJudgedReport(await written('many.jsonl', true))
    expect(run.id).not.toBe(first)
    expect(rows).toHaveLength(3)
  })

  it('of a run that was interrupted has the rows that were written', async () => {
    const path = join(folder, 'cut.jsonl')
    const run = { id: 'r', metrics: [{ name: 'm', signature: 's', evidence: 'judge' }] }
    writeFileSync(path, `${JSON.stringify({ schemaVersion: 1, run })}\n${JSON.stringify({ id: 'a', inputHash: 'h', scores: {} })}\n`)
    expect(readJudgedReport(path).rows).toHaveLength(1)
  })

  it('refuses what is no report, with its place', () => {
    const path = join(folder, 'x.json')
    expect(() => readJudgedReport(path)).toThrow(/x\.json could not be read/)
    for (const [text, why] of [
      ['{"rows":[]}', /x\.json is no report of a run \(run: /],
      ['[', /x\.json is no report/],
    ] as const) {
      writeFileSync(path, text)
      expect(() => readJudgedReport(path)).toThrow(why)
    }
    writeFileSync(join(folder, 'x.jsonl'), '\n{"id":1,"scores":{}}\n')
    expect(() => readJudgedReport(join(folder, 'x.jsonl'))).toThrow(/x\.jsonl:2 is no report/)
  })
})
