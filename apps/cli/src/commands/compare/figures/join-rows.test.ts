import { expect, test } from 'vitest'
import { joinRows } from './join-rows.ts'

const row = (id: string, inputHash = id, idGiven = true) => ({ id, inputHash, idGiven })

test('rows that every run has are joined by id, in the order of the first; the rest is told by run', () => {
  const runs = [
    [row('a'), row('b'), row('c')],
    [row('c'), row('a'), row('x')],
    [row('a'), row('b'), row('c')],
  ]
  const { joined, notInAll, changed } = joinRows(runs)
  expect(joined.map((ofRow) => ofRow.map(({ id }) => id))).toEqual([
    ['a', 'a', 'a'],
    ['c', 'c', 'c'],
  ])
  expect(notInAll.map((rows) => rows.map(({ id }) => id))).toEqual([['b'], ['x'], ['b']])
  expect(changed).toEqual([])
})

test('an id that asks something else in one run is in no joined row, and is told as changed', () => {
  const { joined, changed, notInAll } = joinRows([
    [row('a'), row('b')],
    [row('a', 'other'), row('b')],
    [row('a'), row('b')],
  ])
  expect(joined.map(([first]) => first?.id)).toEqual(['b'])
  expect(changed.map(({ id }) => id)).toEqual(['a'])
  expect(notInAll.map((rows) => rows.map(({ id }) => id))).toEqual([[], [], []])
})

test('rows without ids are joined by what they ask, and those that ask alike are counted', () => {
  const unnamed = (...asked: string[]) => asked.map((hash, at) => row(`row-${at + 1}`, hash, false))
  const { joined, inOrder } = joinRows([unnamed('p', 'q', 'q'), unnamed('q', 'p', 'q'), unnamed('q', 'q', 'p')])
  expect(joined.map((ofRow) => ofRow.map(({ id }) => id))).toEqual([
    ['row-1', 'row-2', 'row-3'],
    ['row-2', 'row-1', 'row-1'],
    ['row-3', 'row-3', 'row-2'],
  ])
  expect(inOrder).toBe(2)
})
