import * as fc from 'fast-check'
import levenshtein from 'fast-levenshtein'
import { expect, test } from 'vitest'
import { nameDistance } from './name-distance.ts'

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['refrence', 'reference', 1],
])('%j is %j after %d edits', (a, b, edits) => expect(nameDistance(a, b)).toBe(edits))

test('it is what the library for texts finds', () => {
  const name = fc.string({ maxLength: 20, unit: fc.constantFrom('a', 'b', 'c', '_', '\u00e9') })
  fc.assert(fc.property(name, name, (a, b) => nameDistance(a, b) === levenshtein.get(a, b)))
})
