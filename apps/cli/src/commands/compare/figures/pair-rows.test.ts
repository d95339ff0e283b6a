import { describe, expect, test } from 'vitest'
import { pairRows, type Pairable } from './pair-rows.ts'

const named = (id: string, inputHash: string): Pairable => ({ id, idGiven: true, inputHash })
const unnamed = (index: number, inputHash: string): Pairable => ({ id: `row-${index}`, idGiven: false, inputHash })
const ids = (pairs: readonly (readonly [Pairable, Pairable])[]): string[] => pairs.map(([a, b]) => `${a.id}=${b.id}`)

describe('pairing rows', () => {
  test('rows pair by their ids, wherever they stand', () => {
    const { pairs, onlyInA, onlyInB } = pairRows(
      [named('x', '1'), named('y', '2'), named('z', '3')],
      [named('y', '2'), named('w', '4'), named('x', '1')],
    )
    expect(ids(pairs)).toEqual(['y=y', 'x=x'])
    expect([onlyInA.map(({ id }) => id), onlyInB.map(({ id }) => id)]).toEqual([['z'], ['w']])
  })

  test('the same id that asks something else is changed, and pairs with nothing else that asks the same', () => {
    const { pairs, changed, onlyInA, onlyInB } = pairRows([named('x', '1'), unnamed(2, '9')], [named('x', '9'), unnamed(2, '1')])
    expect(ids(pairs)).toEqual([])
    expect(ids(changed)).toEqual(['x=x'])
    expect([onlyInA.length, onlyInB.length]).toEqual([1, 1])
  })

  test('rows of one id in several files pair by their files, too', () => {
    const of = (file: string, row: Pairable): Pairable => ({ ...row, file })
    const a = [of('de', named('x', '1')), of('fr', named('x', '2')), of('fr', named('y', '3'))]
    const b = [of('fr', named('x', '2')), of('de', named('x', '1')), of('es', named('y', '3'))]
    const { pairs, onlyInA, onlyInB } = pairRows(a, b)
    expect(pairs.map(([one, other]) => [one.file, other.file, other.id])).toEqual([
      ['fr', 'fr', 'x'],
      ['de', 'de', 'x'],
    ])
    expect([onlyInA, onlyInB]).toEqual([[of('fr', named('y', '3'))], [of('es', named('y', '3'))]])
  })

  test('where no id stands in two files, these may be called otherwise', () => {
    const before = [{ ...named('x', '1'), file: 'before.jsonl' }]
    expect(ids(pairRows(before, [{ ...named('x', '1'), file: 'after.jsonl' }]).pairs)).toEqual(['x=x'])
    expect(ids(pairRows(before, [named('x', '1')]).pairs)).toEqual(['x=x'])
  })

  test('a position pairs nothing: rows without ids pair by what they ask', () => {
    const { pairs, onlyInA } = pairRows([unnamed(1, 'a'), unnamed(2, 'b'), unnamed(3, 'c')], [unnamed(1, 'c'), unnamed(2, 'a')])
    expect(ids(pairs)).toEqual(['row-3=row-1', 'row-1=row-2'])
    expect(onlyInA.map(({ inputHash }) => inputHash)).toEqual(['b'])
  })

  test('a row that was given an id in one run only pairs by what it asks', () => {
    expect(ids(pairRows([named('x', 'a')], [unnamed(1, 'a')]).pairs)).toEqual(['x=row-1'])
    expect(ids(pairRows([unnamed(1, 'a')], [named('x', 'a')]).pairs)).toEqual(['row-1=x'])
  })

  test('two different ids are two rows, though they ask the same', () => {
    const { pairs, onlyInA, onlyInB } = pairRows([named('x', 'a')], [named('y', 'a')])
    expect([pairs.length, onlyInA.length, onlyInB.length]).toEqual([0, 1, 1])
  })

  test('a row without an id does not take the partner of one with an id', () => {
    expect(ids(pairRows([named('x', 'a')], [unnamed(1, 'a'), named('x', 'a')]).pairs)).toEqual(['x=x'])
  })

  test('rows that ask the same pair in their order, and are counted', () => {
    const { pairs, inOrder, onlyInB } = pairRows(
      [unnamed(1, 'a'), unnamed(2, 'a'), unnamed(3, 'b')],
      [unnamed(1, 'a'), unnamed(2, 'a'), unnamed(3, 'a'), unnamed(4, 'b')],
    )
    expect(ids(pairs)).toEqual(['row-1=row-1', 'row-2=row-2', 'row-3=row-4'])
    expect([inOrder, onlyInB.map(({ id }) => id)]).toEqual([2, ['row-3']])
  })
})
