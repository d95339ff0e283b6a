import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runFinder } from './run-finder.ts'

const words = runFinder('\\p{L}\\p{N}')

test('runs of characters come in their order, as long as they are', () => {
  expect(words('-ab1 𝟙ä,,z')).toEqual(['ab1', '𝟙ä', 'z'])
  expect(words('…')).toEqual([])
})

test('a run of any length is one, also of characters beyond the first plane', () => {
  const runs = ['a'.repeat(99_999), 'b'.repeat(100_000), 'c'.repeat(100_001), '𝟙'.repeat(150_000), 'é'.repeat(300_001), 'z']
  const found = words(runs.join(' '))
  expect(found.map(({ length }) => length)).toEqual(runs.map(({ length }) => length))
  expect(found.join(' ') === runs.join(' ')).toBe(true)
})

test('runs and what stands between them are the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '1', '𝟙', 'é', ' ', '.', '😀') }), (text) => {
      expect(words(text)).toEqual(text.split(/[^\p{L}\p{N}]/u).filter((run) => run !== ''))
    }),
  )
})

test('a text of millions of letters, digits or marks without a break has its one run', () => {
  for (const character of ['a', '中', '𝟙']) {
    const text = character.repeat(9_000_000 / character.length)
    const [run, ...others] = words(text)
    expect([run === text, others]).toEqual([true, []])
  }
})
