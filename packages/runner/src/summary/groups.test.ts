import type { Sample } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { scriptedMetric, valueOf } from '../__fixtures__/scripted.ts'
import { evaluate } from '../evaluate.ts'

const told = scriptedMetric((sample: Sample) => Promise.resolve(valueOf(Number(sample.response))))

async function groupsOf(samples: readonly Sample[], column: string) {
  const { summary, warnings } = await evaluate({ data: samples, metrics: [told], groupBy: [column] }).summary
  return { groups: summary['toy']?.groups[column] ?? [], warnings }
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
    expect(warnings).toEqual(['No row has "metadata.constructor.name", so grouping by it shows one group without a value.'])
  })

  it('not by a path that is none', () => {
    expect(() => evaluate({ data: [], metrics: [told], groupBy: ['metadata..topic'] })).toThrow(
      'Rows cannot be grouped by "metadata..topic"',
    )
  })
})
