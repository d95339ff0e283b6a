import { type GivenSample, type Metric, type Sample, type SampleField, scored } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { DataRowLike, EvaluatedRow } from './rows/data-row.ts'
import { dryRun } from './dry-run/dry-run.ts'
import { createPriceList } from './money/price-list.ts'

const seen: Sample[] = []
const joined: Metric<'retrievedContexts', { text: string }> = {
  specificationVersion: 'v1',
  name: 'joined',
  version: '1',
  kind: 'non-llm',
  direction: 'maximize',
  needs: ['retrievedContexts'],
  reads: ['userInput'],
  signature: 'joined|v1',
  config: null,
  score: (sample) => {
    seen.push(sample)
    return Promise.resolve(
      scored({
        signature: 'joined|v1',
        value: 1,
        reason: 'r',
        detail: { text: sample.retrievedContexts.map((text) => text.trim()).join() },
      }),
    )
  },
}

function neverAsked(): never {
  throw new Error('this metric asks nobody')
}

async function ran(data: readonly GivenSample[], metrics = [joined]) {
  const rows: EvaluatedRow[] = []
  const run = evaluate({ data, metrics })
  for await (const row of run) rows.push(row)
  return { rows, summary: await run.result() }
}

describe('samples with documents for contexts', () => {
  it('are scored by the texts of these, shown with them, and that is said once', async () => {
    const { rows, summary } = await ran([
      { retrievedContexts: [{ pageContent: 'a' }, 'b'], referenceContexts: [{ text: 'c' }] },
      { retrievedContexts: [{ pageContent: 'd' }] },
    ])
    expect(rows.map(({ result }) => result.scores['joined']?.detail)).toEqual([{ text: 'a,b' }, { text: 'd' }])
    expect(rows[0]?.sample).toMatchObject({ retrievedContexts: ['a', 'b'], referenceContexts: ['c'] })
    expect(summary.warnings).toEqual(['Contexts were given as objects, and read by their pageContent.'])
  })

  it('are unscored as data where a context holds no text, whatever the metric would make of it', async () => {
    const data: unknown[] = [
      { id: 'x', retrievedContexts: [{ title: 'a' }] },
      { id: 'y', retrievedContexts: [7] },
      { id: 'z', retrievedContexts: 'a' },
    ]
    const { rows, summary } = await ran(data as GivenSample[])
    expect(rows.map(({ result }) => result.scores['joined'])).toMatchObject([
      {
        cause: 'data',
        reason: expect.stringContaining('Row "x": retrievedContexts[0] is an object that holds "title" where a context is due'),
      },
      { cause: 'data', reason: expect.stringContaining('Row "y": retrievedContexts[0] is the number 7') },
      { cause: 'data', reason: expect.stringContaining('Row "z": retrievedContexts is one text where a list of texts is due') },
    ])
    expect(summary.stopped).toBeUndefined()
  })

  it('score at once alike', async () => {
    const quick: typeof joined = {
      ...joined,
      scoreNow: ({ retrievedContexts }) =>
        scored({ signature: 'joined|v1', value: 1, reason: 'r', detail: { text: retrievedContexts.join() } }),
    }
    const data: unknown[] = [{ retrievedContexts: [{ text: 'a' }] }, { retrievedContexts: [null] }]
    const { rows } = await ran(data as GivenSample[], [quick])
    expect(rows.map(({ result }) => result.scores['joined'])).toMatchObject([{ detail: { text: 'a' } }, { cause: 'data' }])
  })

  it('are rehearsed by their texts', async () => {
    seen.length = 0
    await dryRun({
      data: [{ retrievedContexts: [{ text: 'a' }] }],
      metrics: [joined],
      prices: createPriceList([]),
      rehearse: () => neverAsked(),
    })
    expect(seen).toMatchObject([{ retrievedContexts: ['a'] }])
  })

  it('a field that no metric reads may hold anything', async () => {
    const data: unknown[] = [{ retrievedContexts: ['a'], response: { text: 'x' }, reference: 7, metadata: 'none' }]
    const { rows } = await ran(data as GivenSample[])
    expect(rows.map(({ result }) => result.scores['joined']?.status)).toEqual(['scored'])
  })
})

describe('a reader that can leave fields aside', () => {
  const asked: (readonly SampleField[])[] = []
  const rows: readonly DataRowLike[] = [{ sample: { id: 'x', retrievedContexts: ['a'] }, idGiven: true, index: 0 }]
  async function* batch(): AsyncGenerator<readonly DataRowLike[]> {
    yield await Promise.resolve(rows)
  }
  const data = {
    [Symbol.asyncIterator]: () => batch(),
    reading: (fields: readonly SampleField[]) => {
      asked.push(fields)
      return batch()
    },
  }

  it('gets the fields that the metrics need and read, from a run and from a dry run', async () => {
    asked.length = 0
    await evaluate({ data, metrics: [joined] }).result()
    await dryRun({ data, metrics: [joined], prices: createPriceList([]), rehearse: () => neverAsked() })
    expect(asked).toEqual([
      ['retrievedContexts', 'userInput'],
      ['retrievedContexts', 'userInput'],
    ])
  })

  it('gets no fields if each row chooses its metrics', async () => {
    asked.length = 0
    await evaluate({ data, metrics: () => [{ metric: joined }] }).result()
    expect(asked).toEqual([])
  })
})
