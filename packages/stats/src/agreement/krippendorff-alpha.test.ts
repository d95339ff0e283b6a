import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import fixture from '../__fixtures__/krippendorff-alpha.json' with { type: 'json' }
import { createKrippendorffAlpha } from './krippendorff-alpha.ts'

type Value = string | number | null

function alphaOf(units: readonly (readonly Value[])[]) {
  const counter = createKrippendorffAlpha()
  for (const unit of units) counter.add(unit)
  return counter.result()
}

test.each(fixture.cases)('$id has the value worked out by hand or published', ({ ratings, expected, reasons }) => {
  const raters: readonly (readonly Value[])[] = ratings
  const { alpha, noAlpha } = alphaOf((raters[0] ?? []).map((_, unit) => raters.map((rater) => rater[unit] ?? null)))
  if (expected.alpha === null) expect([alpha, noAlpha]).toEqual([null, reasons?.alpha])
  else expect(alpha).toBeCloseTo(expected.alpha, 12)
})

const unit = fc.array(fc.constantFrom('yes', 'no', null), { maxLength: 5 })

test('neither the order of units, nor of raters, nor units with one value change it', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
      const { alpha } = alphaOf(units)
      const turned = alphaOf([...units.toReversed().map((values) => values.toReversed()), ['yes', null]]).alpha
      if (alpha === null) expect(turned).toBeNull()
      else expect(turned).toBeCloseTo(alpha, 12)
    }),
  )
})

test('it is exactly 1 where all agree on more than one value, and counts the units that say something', () => {
  expect(
    alphaOf([
      ['yes', 'yes', null],
      ['no', 'no', 'no'],
      ['yes', null],
    ]),
  ).toEqual({ alpha: 1, noAlpha: null, units: 2 })
})
