import type { Sample } from '@assay/core'
import { pairedDifferences } from '@assay/stats'
import { describe, expect, it } from 'vitest'
import type { EvaluatedRow } from '../rows/data-row.ts'
import { createGroupComparer, type GroupComparison } from './group-comparison.ts'

type Row = { readonly id?: string; readonly asks?: string; readonly value: number | null | undefined; readonly cluster?: string }
const metric = { name: 'm', direction: 'maximize' } as const

function compared(groups: Readonly<Record<string, readonly Row[]>>): GroupComparison | undefined {
  const comparer = createGroupComparer()
  for (const [group, rows] of Object.entries(groups)) for (const [at, row] of rows.entries()) comparer.add(evaluated(row, at), group)
  comparer.add(evaluated({ value: 1 }, 99), null)
  return comparer.result(metric)
}

function evaluated({ id, asks, value, cluster }: Row, index: number): EvaluatedRow {
  const sample: Sample & { id: string } = { id: id ?? `row-${index + 1}`, userInput: asks ?? id }
  const score = { status: 'scored', value, reason: '', signature: 's', usage: {}, detail: {} }
  const scores = value === undefined ? {} : { m: score }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the value is looked at
  return { sample, result: { id: sample.id, idGiven: id !== undefined, index, cluster, scores } } as unknown as EvaluatedRow
}

const rows = (count: number, value: (at: number) => number | null): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `q${at}`, value: value(at) }))

describe('groups over the same rows', () => {
  it('are compared as runs are: all pairs at once, by the same figures', () => {
    const found = compared({
      bm25: rows(30, (at) => (at < 12 ? 0 : 1)),
      dense: rows(30, () => 1),
      hybrid: rows(30, (at) => (at < 1 ? 0 : 1)),
    })
    const pairs = pairedDifferences(Array.from({ length: 30 }, (_, at) => ({ scores: [at < 12 ? 0 : 1, 1, at < 1 ? 0 : 1] })))
    expect(found).toMatchObject({ joined: 30, used: 30, best: ['dense', 'hybrid'], exact: pairs[0]?.exact })
    expect(found?.table.map(({ value, letters }) => [value, letters?.join('')])).toEqual([
      ['dense', 'a'],
      ['hybrid', 'a'],
      ['bm25', 'b'],
    ])
    expect(found?.table[2]?.p).toBe(pairs.find(({ a, b }) => a === 0 && b === 1)?.p)
    expect(found?.table[2]?.interval?.lo).toBe(-(pairs.find(({ a, b }) => a === 0 && b === 1)?.interval?.hi ?? 0))
  })

  it('are joined by id whatever their order; an id with another input, and rows that some group has not or left unscored, are in no figure', () => {
    const a = rows(9, () => 1)
    const b = rows(8, (at) => (at === 2 ? null : 0)).toReversed()
    b[6] = { id: 'q1', asks: 'other', value: 0 }
    expect(compared({ a, b })).toMatchObject({ joined: 7, used: 6 })
  })

  it('have the same figures in whatever order groups and rows come', () => {
    const groups = {
      a: rows(40, (at) => (at % 3) / 2),
      b: rows(40, (at) => ((at + 1) % 3) / 2),
      c: rows(40, (at) => (at % 4 === 0 ? 0 : 0.5)),
      d: rows(40, (at) => (at % 2 === 0 ? 1 : 0)),
    }
    const found = compared(groups)
    expect(found?.exact).toBe(false)
    const turned = Object.entries(groups).map(([group, own]) => [group, own.toReversed()] as const)
    expect(compared(Object.fromEntries(turned.toReversed()))).toEqual(found)
    expect(compared(Object.fromEntries([...turned.slice(2), ...turned.slice(0, 2)]))).toEqual(found)
  })

  it('are joined by input if they share no id, except inputs of several rows of a group', () => {
    const unnamed = (...asked: string[]): Row[] => asked.map((asks, at) => ({ asks, value: at / 10 }))
    expect(compared({ a: unnamed('p', 'q', 'r', 'r'), b: unnamed('r', 'q', 'p', 'r') })).toMatchObject({
      joined: 2,
      used: 2,
      noInterval: '2 rows: an interval needs at least 5',
    })
    expect(compared({ a: unnamed('p', 'p'), b: unnamed('p') })).toBeUndefined()
    const own = (prefix: string): Row[] => ['p', 'q'].map((asks) => ({ id: `${prefix}-${asks}`, asks, value: 1 }))
    expect(compared({ a: own('a'), b: own('b') })?.joined).toBe(2)
  })

  it('that hold other rows, one group alone, and a metric that was called of none are not compared', () => {
    expect(compared({ a: rows(9, () => 1), b: [{ id: 'z', value: 1 }] })).toBeUndefined()
    expect(compared({ a: rows(9, () => 1) })).toBeUndefined()
    const comparer = createGroupComparer()
    for (const group of ['a', 'b']) comparer.add(evaluated({ id: 'x', value: 1 }, 0), group)
    expect(comparer.result({ ...metric, name: 'other' })).toBeUndefined()
  })

  it('of more than fifty values are not held', () => {
    expect(compared(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`g${at}`, rows(1, () => 1)])))).toBeUndefined()
    expect(compared(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`g${at}`, rows(1, () => 1)])))?.table).toHaveLength(50)
  })
})
