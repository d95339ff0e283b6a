import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFlipRate } from './flip-rate.ts'

function flips(items: readonly (readonly (string | null)[])[]) {
  const counter = createFlipRate<string>()
  for (const verdicts of items) counter.add(verdicts)
  return counter.result()
}

test('it is the mean over items of the share of repeat pairs that differ, beside the share of unanimous items', () => {
  // 0 of 3 pairs, 2 of 3, 1 of 1; the item with one verdict says nothing.
  expect(
    flips([
      ['a', 'a', 'a'],
      ['a', 'b', 'a'],
      ['a', null, 'b'],
      ['a', null],
    ]),
  ).toEqual({
    flipRate: expect.closeTo((0 + 2 / 3 + 1) / 3, 15),
    unanimous: 1 / 3,
    noFlipRate: null,
    items: 3,
  })
})

test('without an item that has two verdicts there is none, and the reason says so', () => {
  expect(flips([['a'], [null, null]])).toEqual({ flipRate: null, unanimous: null, noFlipRate: 'no item has two verdicts', items: 0 })
})

test('neither the order of verdicts nor what they are called changes it', () => {
  const item = fc.array(fc.constantFrom('yes', 'no', null), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 10 }), (items) => {
      const one = flips(items)
      const turned = flips(items.map((verdicts) => verdicts.toReversed().map((verdict) => (verdict === null ? null : `not ${verdict}`))))
      expect(turned).toEqual(one)
      if (one.flipRate === null) return
      expect(one.flipRate).toBeGreaterThanOrEqual(0)
      expect(one.flipRate).toBeLessThanOrEqual(1)
      expect(one.flipRate === 0).toBe(one.unanimous === 1)
    }),
  )
})
