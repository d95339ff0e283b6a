import type { Sample } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBench, scriptedMetric, seeded, streamed, turn, valueOf } from './__fixtures__/scripted.ts'
import type { DataRowLike, EvaluatedRow } from './rows/data-row.ts'
import { evaluate, type Evaluation } from './evaluate.ts'

const samples = (count: number): Sample[] => Array.from({ length: count }, (_, i) => ({ userInput: `question ${i}` }))
const always = (value: number) => scriptedMetric(() => Promise.resolve(valueOf(value)))

async function rowsOf(evaluation: Evaluation): Promise<EvaluatedRow[]> {
  const rows: EvaluatedRow[] = []
  for await (const batch of evaluation.batches()) rows.push(...batch)
  return rows
}

describe('rows', () => {
  it('come in input order, each once, whatever the latency, with bounded scores in flight and bounded waiting', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(),
        async (concurrency, count, metricCount, seed) => {
          const bench = createBench(seeded(seed))
          const metrics = Array.from({ length: metricCount }, (_, i) =>
            scriptedMetric(() => bench.work().then(() => valueOf(0.5)), { name: `m${i}` }),
          )
          let done = false
          const reading = rowsOf(evaluate({ data: samples(count), metrics, concurrency })).finally(() => {
            done = true
          })
          await bench.run(() => done)
          const rows = await reading
          expect(rows.map(({ result }) => result.index)).toEqual(Array.from({ length: count }, (_, i) => i))
          expect(rows.every(({ result }) => Object.keys(result.scores).length === metricCount)).toBe(true)
          expect(bench.mostOpen()).toBeLessThanOrEqual(concurrency)
          expect(bench.begun()).toBe(count * metricCount)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('wait behind a slow one in a window of 20 times the concurrency, and the source is read no further', async () => {
    const slow = Promise.withResolvers<void>()
    let begun = 0
    let read = 0
    const metric = scriptedMetric(async ({ id }) => {
      begun += 1
      if (id === 'row-1') await slow.promise
      return valueOf(1)
    })
    function* source(): Generator<Sample> {
      for (const sample of samples(1000)) {
        read += 1
        yield sample
      }
    }
    const reading = rowsOf(evaluate({ data: source(), metrics: [metric], concurrency: 2 }))
    for (let i = 0; i < 50; i += 1) await turn()
    expect(begun).toBe(40)
    expect(read).toBeLessThanOrEqual(80)
    slow.resolve()
    expect(await reading).toHaveLength(1000)
  })

  it('are begun only as they are taken', async () => {
    let begun = 0
    const metric = scriptedMetric(() => {
      begun += 1
      return Promise.resolve(valueOf(1))
    })
    const batches = evaluate({ data: samples(10_000), metrics: [metric], concurrency: 4 }).batches()
    expect(begun).toBe(0)
    const first = await batches.next()
    for (let i = 0; i < 50; i += 1) await turn()
    expect(begun).toBeLessThanOrEqual((first.value?.length ?? 0) + 80)
    await batches.return()
  })

  it('are shown as soon as they are there, though the next one takes its time', async () => {
    const slow = Promise.withResolvers<void>()
    const metric = scriptedMetric(async ({ id }) => {
      if (id === 'row-2') await slow.promise
      return valueOf(1)
    })
    const batches = evaluate({ data: samples(3), metrics: [metric] }).batches()
    expect((await batches.next()).value?.map(({ result }) => result.id)).toEqual(['row-1'])
    slow.resolve()
    expect((await batches.next()).value?.map(({ result }) => result.id)).toEqual(['row-2', 'row-3'])
  })

  it('have the id of the data, or their place', async () => {
    const rows = await rowsOf(evaluate({ data: [{ id: 'given', cluster: 'doc' }, {}], metrics: [always(1)] }))
    expect(rows.map(({ result }) => result)).toEqual([
      expect.objectContaining({ id: 'given', idGiven: true, index: 0, cluster: 'doc' }),
      expect.objectContaining({ id: 'row-2', idGiven: false, index: 1 }),
    ])
    expect(rows[1]?.result).not.toHaveProperty('cluster')
    expect(rows[1]?.sample.id).toBe('row-2')
  })

  it('are read from asynchronous samples and from numbered batches alike', async () => {
    const numberedRows: (readonly DataRowLike[])[] = [
      samples(3).map((sample, i) => ({ sample: { ...sample, id: `line-${i}` }, idGiven: true, index: i })),
      [],
      [{ sample: { id: 'last' }, idGiven: false, index: 3 }],
    ]
    const [asked, numbered] = await Promise.all(
      [streamed(samples(3)), streamed(numberedRows)].map((data) => rowsOf(evaluate({ data, metrics: [always(1)] }))),
    )
    expect(asked?.map(({ result }) => result.id)).toEqual(['row-1', 'row-2', 'row-3'])
    expect(numbered?.map(({ result }) => [result.id, result.index])).toEqual([
      ['line-0', 0],
      ['line-1', 1],
      ['line-2', 2],
      ['last', 3],
    ])
  })

  it('of no data make a summary of nothing', async () => {
    const { metrics, usage } = await evaluate({ data: [], metrics: [always(1)] }).result()
    expect(metrics['toy']).toMatchObject({ mean: null, interval: null, bounds: null, median: null, total: 0, causes: {} })
    expect(usage.calls).toBe(0)
  })
})

describe('a reader', () => {
  it('that stops early ends the run and the source', async () => {
    let closed = false
    async function* source(): AsyncGenerator<Sample> {
      try {
        yield* samples(1000)
      } finally {
        closed = true
      }
    }
    const evaluation = evaluate({ data: source(), metrics: [always(1)], concurrency: 1 })
    for await (const _row of evaluation) break
    expect((await evaluation.result()).stopped).toEqual({ cause: 'aborted', reason: 'The rows were not read to their end.' })
    await turn()
    expect(closed).toBe(true)
  })

  it('that comes second is refused', async () => {
    const evaluation = evaluate({ data: samples(1), metrics: [always(1)] })
    await rowsOf(evaluation)
    expect(() => evaluation.batches()).toThrow(/read only once/)
  })

  it('of the result alone needs no loop', async () => {
    const { metrics } = await evaluate({ data: samples(500), metrics: [always(0.5)] }).result()
    expect(metrics['toy']).toMatchObject({ mean: 0.5, total: 500 })
  })

  it('may request the result first and read the rows then', async () => {
    const evaluation = evaluate({ data: samples(5), metrics: [always(0.5)] })
    const result = evaluation.result()
    expect(await rowsOf(evaluation)).toHaveLength(5)
    expect((await result).metrics['toy']?.total).toBe(5)
    expect(await evaluation.result()).toBe(await result)
  })

  it('has its result under the name of before as well', async () => {
    // oxlint-disable-next-line typescript/no-deprecated -- what it is about
    const { metrics, summary } = await evaluate({ data: samples(5), metrics: [always(0.5)] }).summary
    expect(summary).toBe(metrics)
    expect(metrics['toy']?.total).toBe(5)
  })
})

describe('evaluate refuses', () => {
  it('two metrics of one name, showing both signatures', () => {
    const metrics = [always(1), scriptedMetric(() => Promise.resolve(valueOf(1)), { signature: 'toy|threshold:0.7|v1' })]
    expect(() => evaluate({ data: [], metrics })).toThrow(/named toy: toy\|v1 and toy\|threshold:0.7\|v1/)
  })

  it('no metrics, a name that cannot be a key, and a concurrency that is none', () => {
    expect(() => evaluate({ data: [], metrics: [] })).toThrow(/no metrics/)
    expect(() => evaluate({ data: [], metrics: [scriptedMetric(() => Promise.resolve(valueOf(1)), { name: '__proto__' })] })).toThrow(
      /cannot name/,
    )
    for (const concurrency of [0, -1, 1.5, Number.NaN, Infinity]) {
      expect(() => evaluate({ data: [], metrics: [always(1)], concurrency })).toThrow(
        /evaluate\(\{ concurrency \}\): found \S+ where a whole number from 1 to 10000 is due/,
      )
    }
  })
})

it('a run reports its time, its metrics and its version', async () => {
  const [times, measured] = [
    [0, -3_600_000],
    [7000, 9500],
  ]
  const clock = {
    // Set back by an hour in the middle of the run.
    now: () => Date.UTC(2026, 10, 28, 10, 15) + (times.shift() ?? Number.NaN),
    monotonic: () => measured.shift() ?? Number.NaN,
    sleep: () => Promise.resolve(),
  }
  const evaluation = evaluate({ data: [], metrics: [scriptedMetric(() => Promise.resolve(valueOf(1)), { kind: 'llm' })], clock })
  const { run, schemaVersion } = await evaluation.result()
  expect(schemaVersion).toBe(1)
  expect(evaluation.run.id).toMatch(/^20261128T101500Z-[0-9a-f]{6}$/)
  expect(run).toEqual({ ...evaluation.run, finishedAt: '2026-11-28T09:15:00.000Z', durationMs: 2500 })
  expect(run.assayVersion).toMatch(/^\d+\.\d+\.\d+/)
  expect(run.metrics).toEqual([
    { name: 'toy', version: '1', signature: 'toy|v1', config: null, kind: 'llm', evidence: 'judge', direction: 'maximize' },
  ])
})
