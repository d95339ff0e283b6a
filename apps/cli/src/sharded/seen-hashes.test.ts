import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSeenHashes } from './seen-hashes.ts'

it('finds a repeated id, however many there are and were expected', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), fc.nat(), (expected, count, again) => {
      const seen = createSeenHashes(expected)
      const pairs = Uint32Array.from({ length: 2 * count }, (_, at) => (at % 2 === 0 ? at : (at * 2_654_435_761) % 2 ** 32))
      expect(seen.add(pairs)).toBe(true)
      const at = (again % count) * 2
      expect(seen.add(pairs.slice(at, at + 2))).toBe(false)
    }),
    { numRuns: 50 },
  )
})

it('knows the id whose hash is all zeros', () => {
  const seen = createSeenHashes(0)
  expect(seen.add(new Uint32Array(2))).toBe(true)
  expect(seen.add(new Uint32Array(2))).toBe(false)
})
