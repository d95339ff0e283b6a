import { expect, it } from 'vitest'
import { registeredByFlags } from './registered-by-flags.ts'

it('files are found in both spellings, in their order, and only before --', () => {
  expect(registeredByFlags(['eval', 'rows.jsonl', '--register', 'a.ts', '--register=b.ts', '-m', 'x', '--', '--register', 'c.ts'])).toEqual(
    ['a.ts', 'b.ts'],
  )
})

it('a flag without a file names none', () => {
  expect(registeredByFlags(['eval', '--register'])).toEqual([])
})

it('only commands that have the flag register anything', () => {
  expect(registeredByFlags(['config', 'print', '--register', 'a.ts'])).toEqual(['a.ts'])
  expect(registeredByFlags(['compare', '--register', 'a.ts'])).toEqual([])
  expect(registeredByFlags([])).toEqual([])
})
