import { expect, test } from 'vitest'
import { couldBeDate, isSameCell } from './is-same-cell.ts'

test.each([
  ['First.\r\nSecond.', 'First.\nSecond.'],
  ['  Oslo is a\u00a0city. ', 'Oslo is a city.'],
  ['It’s “old” – so they say…', `It's "old" - so they say...`],
  ["'=SUM(A1)", '=SUM(A1)'],
  ["' -5 is less", ' -5 is less'],
  ['TRUE', 'true'],
  ['12', '0012'],
  ['1.23457E+19', '12345678901234567890'],
  ['a'.repeat(32_767), 'a'.repeat(40_000)],
])('%j is what a spreadsheet made of %j', (cell, text) => {
  expect(isSameCell(cell, text)).toBe(true)
})

test.each([
  ['Oslo is the capital.', 'Oslo is a capital.'],
  ['It is -5 degrees.', 'It is 5 degrees.'],
  ['12', '13'],
  ['', '0'],
  ['Oslo', 'Oslo is old.'],
])('%j is another text than %j', (cell, text) => {
  expect(isSameCell(cell, text)).toBe(false)
})

test('what a spreadsheet makes dates of is known', () => {
  expect(['2024-01-02', '3/4', '1-2', 'MARCH1', 'Sep-12'].filter((text) => !couldBeDate(text))).toEqual([])
  expect(['row-1', 'r3', 'doc 12', '12', 'marble'].filter(couldBeDate)).toEqual([])
})
