import type { Sample } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { scriptedMetric, valueOf } from '../__fixtures__/scripted.ts'
import { evaluate } from '../evaluate.ts'
import type { DataRowLike } from '../rows/data-row.ts'

const told = scriptedMetric((sample: Sample) => Promise.resolve(valueOf(Number(sample.response))))

async function groupsOf(samples: readonly Sample[], column: string) {
  const { metrics, warnings } = await evaluate({ data: samples, metrics: [told], groupBy: [column] }).result()
  return { groups: metrics['toy']?.groups[column] ?? [], warnings }
}

describe('rows are grouped', () => {
  it('by a path inside the sample, the largest group first, rows without it apart', async () => {
    const { groups, warnings } = await groupsOf(
      [
        { response: '1', metadata: { topic: 'leave' } },
        { response: '0', metadata: { topic: 'pay' } },
        { response: '0.5', metadata: { topic: 'leave' } },
        { response: '1', metadata: {} },
      ],
      'metadata.topic',
    )
    expect(groups).toMatchObject([
      { value: 'leave', mean: 0.75, scored: 2, unscored: 0, total: 2 },
      { value: 'pay', mean: 0, total: 1 },
      { value: null, mean: 1, total: 1 },
    ])
    expect(warnings).toBeUndefined()
  })

  it('by a field of the sample in either spelling, numbers and lists as text', async () => {
    const rows: Sample[] = [
      { response: '1', userInput: 'a' },
      { response: '0', userInput: 'b' },
    ]
    expect((await groupsOf(rows, 'user_input')).groups.map(({ value }) => value)).toEqual(['a', 'b'])
    const tagged = [{ response: '1', metadata: { tags: ['x', 2], year: 7 } }]
    expect((await groupsOf(tagged, 'metadata.tags')).groups).toMatchObject([{ value: '["x",2]' }])
    expect((await groupsOf(tagged, 'metadata.year')).groups).toMatchObject([{ value: '7' }])
  })

  it('into a hundred groups and the rest, whatever the data', async () => {
    const rows = Array.from({ length: 250 }, (_, i) => ({ response: i < 100 ? '1' : '0', cluster: `c${i}` }))
    const { groups } = await groupsOf(rows, 'cluster')
    expect(groups).toHaveLength(101)
    expect(groups.at(-1)).toMatchObject({ value: null, isRest: true, mean: 0, total: 150 })
  })

  it('with a warning where no row has the column, and never by what only looks like one', async () => {
    const { groups, warnings } = await groupsOf([{ response: '1', metadata: {} }], 'metadata.constructor.name')
    expect(groups).toMatchObject([{ value: null, total: 1 }])
    expect(warnings).toEqual([
      'No row has "metadata.constructor.name", so grouping by it shows one group without a value. There is response.',
    ])
  })

  it('not by a column without a name', () => {
    expect(() => evaluate({ data: [], metrics: [told], groupBy: [''] })).toThrow(
      'found an empty text where a text that is not empty is due',
    )
  })
})

describe('rows of a file are grouped', () => {
  const file = 'de.jsonl'
  async function valuesOf(columns: Readonly<Record<string, unknown>>, by: string, more: Partial<Sample> = {}) {
    const row = { sample: { response: '1', ...more, id: 'q' }, idGiven: true, index: 0, columns, file }
    const { metrics } = await evaluate({ data: batches([row]), metrics: [told], groupBy: [by] }).result()
    return metrics['toy']?.groups[by]?.map(({ value }) => value)
  }

  it.each([
    ['a column by its name', { topic: 'pay' }, 'topic', 'pay'],
    ['a column that is read as a field, by the name that the file gives it', { question: 'Where?' }, 'question', 'Where?'],
    ['a name with dots, before a path', { 'meta.topic': 'pay', meta: { topic: 'no' } }, 'meta.topic', 'pay'],
    ['a name that no path could have', { 'Score (avg.)..': 3 }, 'Score (avg.)..', '3'],
    ['something inside a column', { meta: { topic: 'pay' } }, 'meta.topic', 'pay'],
    ['something inside a cell that holds JSON', { meta: '{"topic":"pay"}' }, 'meta.topic', 'pay'],
    ['the data file', { topic: 'pay' }, 'file', 'de.jsonl'],
    ['a column called file, before the data file', { file: 'handbook.pdf' }, 'file', 'handbook.pdf'],
    ['a list', { tags: ['a', 1] }, 'tags', '["a",1]'],
    ['a missing value', { topic: null }, 'topic', null],
    ['a column that is not there', { topic: 'pay' }, 'language', null],
    ['nothing of a prototype', { topic: 'pay' }, 'topic.length', null],
  ])('by %s', async (_what, columns, by, value) => {
    expect(await valuesOf(columns, by)).toEqual([value])
  })

  it('by a field of the sample where no column is called so', async () => {
    expect(await valuesOf({ question: 'Where?' }, 'user_input', { userInput: 'Where?' })).toEqual(['Where?'])
    expect(await valuesOf({ meta: {} }, 'metadata.topic', { metadata: { topic: 'pay' } })).toEqual(['pay'])
  })

  it('and rows say their file where files are groups, so that equal ids are distinguished', async () => {
    const row = (index: number, name: string, columns = {}) => ({
      sample: { id: 'q', response: '1' },
      idGiven: true,
      index,
      columns,
      file: name,
    })
    const rows = [row(0, 'de.jsonl'), row(1, 'fr.jsonl'), row(2, 'fr.jsonl', { file: 'a.pdf' })]
    const filesOf = async (groupBy: readonly string[]) => {
      const found = []
      for await (const { result } of evaluate({ data: batches(rows), metrics: [told], groupBy })) found.push(result.file)
      return found
    }
    expect(await filesOf(['file'])).toEqual(['de.jsonl', 'fr.jsonl', undefined])
    expect(await filesOf(['topic'])).toEqual([undefined, undefined, undefined])
  })

  it('by an own property of a sample in code', async () => {
    const rows = [{ response: '1', topic: 'pay' }]
    expect((await groupsOf(rows, 'topic')).groups).toMatchObject([{ value: 'pay' }])
  })
})

async function* batches(rows: readonly DataRowLike[]): AsyncGenerator<readonly DataRowLike[]> {
  yield await Promise.resolve(rows)
}
