import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metric, SampleWith } from '@assay/core'
import { readTrec } from '@assay/datasets'
import { afterAll, describe, expect, test } from 'vitest'
import {
  averagePrecision,
  hitAtK,
  idBasedContextPrecision,
  idBasedContextRecall,
  type IdRecallField,
  precisionAtK,
  recallAtK,
  reciprocalRank,
} from './index.ts'

type Fixture = {
  readonly relevanceLevel: number
  readonly complete: boolean
  readonly qrels: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly run: Readonly<Record<string, readonly (readonly [document: string, score: number])[]>>
  /** By query, or `all`, then by measure, as printed with four decimals. */
  readonly expected: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const PRINTED = 5.1e-5
const fixtures = fileURLToPath(new URL('__fixtures__/trec/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'assay-trec-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Measures that trec_eval prints, by their names there. */
function metricOf(measure: string, relevanceLevel: number): Metric<IdRecallField> | undefined {
  const options = { relevanceLevel, emptyReference: 'zero' } as const
  const [name, k] = [measure.replace(/_\d+$/, ''), Number(/_(\d+)$/.exec(measure)?.[1])]
  if (name === 'recall') return recallAtK({ ...options, k })
  if (name === 'P') return precisionAtK({ ...options, k })
  if (name === 'success') return hitAtK({ ...options, k })
  if (name === 'recip_rank') return reciprocalRank(options)
  if (name === 'map') return averagePrecision(options)
  if (name === 'set_recall') return idBasedContextRecall(options)
  return name === 'set_P' ? idBasedContextPrecision(options) : undefined
}

describe.each(globSync('*.json', { cwd: fixtures }).toSorted())('%s', (file) => {
  const fixture = JSON.parse(readFileSync(join(fixtures, file), 'utf8')) as Fixture
  const { relevanceLevel, complete, expected } = fixture
  const { all, ...queries } = expected
  const samples = samplesOf(basename(file), fixture)

  test('has the queries that trec_eval has', async () => {
    const ids = (await samples).map(({ id }) => id)
    expect(ids).toHaveLength(all?.['num_q'] ?? Number.NaN)
    // With -c it prints no line for a query that the run has nothing for, and counts it in the mean.
    expect(new Set(ids.filter((id) => !complete || fixture.run[id ?? ''] !== undefined))).toEqual(new Set(Object.keys(queries)))
  })

  test.each(Object.keys(all ?? {}).filter((measure) => metricOf(measure, 1) !== undefined))('%s', async (measure) => {
    const metric = metricOf(measure, relevanceLevel)
    if (metric === undefined) throw new Error(`no metric for ${measure}`)
    const values: number[] = []
    for (const sample of await samples) {
      const { value } = await metric.score(sample)
      values.push(value ?? Number.NaN)
      const printed = queries[sample.id ?? '']?.[measure]
      if (printed !== undefined) expect(Math.abs((value ?? Number.NaN) - printed), `query ${sample.id}`).toBeLessThanOrEqual(PRINTED)
    }
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    expect(Math.abs(mean - (all?.[measure] ?? Number.NaN))).toBeLessThanOrEqual(PRINTED)
  })

  test('num_ret, num_rel and num_rel_ret, exactly', async () => {
    const metric = reciprocalRank({ relevanceLevel, emptyReference: 'zero' })
    const sums = { num_ret: 0, num_rel: 0, num_rel_ret: 0 }
    for (const sample of await samples) {
      const { status, detail } = await metric.score(sample)
      if (status !== 'scored') throw new Error(`${sample.id} is ${status}`)
      const counts = { num_ret: detail.retrieved, num_rel: detail.relevant, num_rel_ret: detail.hits }
      const printed = queries[sample.id ?? '']
      if (printed !== undefined) expect(printed).toMatchObject(counts)
      sums.num_ret += counts.num_ret
      sums.num_rel += counts.num_rel
      sums.num_rel_ret += counts.num_rel_ret
    }
    expect(all).toMatchObject(sums)
  })
})

/** Written as TREC files and read back, so that the order of the run is the reader's. */
async function samplesOf(name: string, { qrels, run, complete }: Fixture): Promise<SampleWith<IdRecallField>[]> {
  const files = { run: join(folder, `${name}.run`), qrels: join(folder, `${name}.qrels`) }
  writeFileSync(
    files.run,
    Object.entries(run)
      .flatMap(([query, documents]) => documents.map(([document, score], index) => `${query} Q0 ${document} ${index} ${score} test\n`))
      .join(''),
  )
  writeFileSync(
    files.qrels,
    Object.entries(qrels)
      .flatMap(([query, grades]) => Object.entries(grades).map(([document, grade]) => `${query} 0 ${document} ${grade}\n`))
      .join(''),
  )
  const samples: SampleWith<IdRecallField>[] = []
  for await (const batch of readTrec({ ...files, complete })) {
    for (const { sample } of batch)
      samples.push({
        ...sample,
        retrievedContextIds: sample.retrievedContextIds ?? [],
        referenceContextIds: sample.referenceContextIds ?? [],
      })
  }
  return samples
}
