import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageComparison } from '../../src/comparison/page/compared-row.ts'
import { NO_GROUP } from '../group-choices.ts'
import { arrangedRows, type PlacedRow } from './arranged-rows.ts'
import { hashOf, plainView, type View, viewOf } from './view.ts'

const about: PageComparison = {
  runs: ['bm25', 'dense & co', '<b>=#ü'],
  metrics: [
    { name: 'recall@5', direction: 'maximize' },
    { name: 'loss', direction: 'minimize' },
  ],
  groups: ['topic'],
  total: 4,
  hasSamples: true,
}

describe('the address of a view', () => {
  it('is empty at first, and names what is otherwise', () => {
    expect(hashOf(plainView(about), about)).toBe('')
    expect(hashOf({ ...plainView(about), row: 'a b', runs: [0, 2] }, about)).toBe('#row=a+b&runs=bm25&runs=%3Cb%3E%3D%23%C3%BC')
  })

  it('leads back to the view, whatever rows, runs and groups are called', () => {
    const place = fc.option(fc.nat({ max: 2 }), { nil: undefined })
    const view = fc.record<View>({
      row: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      runs: fc.subarray([0, 1, 2], { minLength: 1 }),
      metric: fc.nat({ max: 1 }),
      query: fc.string({ unit: 'grapheme' }),
      show: fc.constantFrom('all', 'differ', 'unscored'),
      better: place,
      than: place,
      groups: fc.oneof(fc.constant({}), fc.record({ topic: fc.string({ unit: 'grapheme' }) })),
      by: fc.oneof(fc.constantFrom('spread' as const, 'id' as const), fc.nat({ max: 2 })),
      falling: fc.boolean(),
    })
    fc.assert(fc.property(view, (given) => expect(viewOf(hashOf(given, about), about)).toEqual(given)))
  })

  it('of another comparison, or none at all, is as at first where it names what is not here', () => {
    expect(viewOf('#runs=gone&metric=gone&show=gone&better=gone&sort=run:gone&group.other=x', about)).toEqual(plainView(about))
    expect(viewOf('#%E0%A4%A&&==', about)).toEqual(plainView(about))
  })
})

describe('rows of a view', () => {
  const rows: readonly PlacedRow[] = [
    {
      id: 'a',
      question: 'Where?',
      groups: { topic: 'x' },
      scores: [
        [1, 0, 0.5],
        [0, 0, 0],
      ],
    },
    {
      id: 'c',
      cluster: 'doc',
      groups: { topic: null },
      scores: [
        [1, 1, 1],
        [0.2, 0.1, 0],
      ],
    },
    {
      id: 'b',
      groups: { topic: 'x' },
      scores: [
        [0.5, null, 0.5],
        [1, 0, 0],
      ],
    },
    {
      id: 'd',
      scores: [
        [0, 0.2, 0],
        [0, 0, 0],
      ],
    },
  ].map((row, at) => ({ row, at }))
  const ids = (view: Partial<View>): string[] => arrangedRows(rows, { ...plainView(about), ...view }, about).map(({ row }) => row.id)

  it('stand by how far the shown runs are apart, by id, or by the score of a run, unscored ones last', () => {
    expect(ids({})).toEqual(['a', 'd', 'c', 'b'])
    expect(ids({ runs: [0, 2] })).toEqual(['a', 'c', 'b', 'd'])
    expect(ids({ by: 'id', falling: false })).toEqual(['a', 'b', 'c', 'd'])
    expect(ids({ by: 1 })).toEqual(['c', 'd', 'a', 'b'])
    expect(ids({ by: 1, falling: false })).toEqual(['a', 'd', 'c', 'b'])
  })

  it('are those that differ, that a run left unscored, that hold a text, or that are in a group', () => {
    expect(ids({ show: 'differ' })).toEqual(['a', 'd'])
    expect(ids({ show: 'unscored' })).toEqual(['b'])
    expect(ids({ show: 'unscored', runs: [0, 2] })).toEqual([])
    expect([ids({ query: ' WHERE' }), ids({ query: 'doc' }), ids({ query: 'b' })]).toEqual([['a'], ['c'], ['b']])
    expect(ids({ groups: { topic: 'x' } })).toEqual(['a', 'b'])
    expect(ids({ groups: { topic: NO_GROUP } })).toEqual(['d', 'c'])
  })

  it('are those on which one run is better than another, which is lower where lower is better', () => {
    expect(ids({ better: 0, than: 1 })).toEqual(['a'])
    expect(ids({ better: 1, than: 0 })).toEqual(['d'])
    expect(ids({ better: 2, than: 0, metric: 1 })).toEqual(['b', 'c'])
    expect(ids({ better: 2 })).toHaveLength(4)
  })
})
