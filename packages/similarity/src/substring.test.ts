import { expect, test } from 'vitest'
import { containment } from './containment.ts'
import { exact } from './exact.ts'
import { substring } from './substring.ts'

test('the reference is looked for in the retrieved text, not the other way round', () => {
  expect([substring('cat', 'the cat sat'), substring('the cat sat', 'cat')]).toEqual([1, 0])
  expect([containment('cat', 'the cat sat'), containment('the cat sat', 'cat')]).toEqual([1, 3 / 11])
})

test('half of a surrogate pair does not stand in the pair', () => {
  expect([substring('\uDE00', '😀'), substring('\uD83D', '😀'), substring('a\uD83D', 'a😀a\uD83D')]).toEqual([0, 0, 1])
})

test('spellings that NFC makes equal are equal, in the raw form not', () => {
  expect([exact('é', 'e\u0301'), exact.raw('é', 'e\u0301')]).toEqual([1, 0])
  expect([substring('é', 'cafe\u0301'), substring.raw('é', 'cafe\u0301')]).toEqual([1, 0])
})
