import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { shownBeside } from './shown-beside.ts'

test.each([
  [0.88657, 0.8, '0.887'],
  [0.5, 0.9, '0.500'],
  [0.89996, 0.9, '0.89996'],
  [0.8999, 0.9, '0.8999'],
  [0.7504, 0.7501, '0.7504'],
  [0.9996, 0.9995, '0.9996'],
  [1, 1, '1.000'],
])('%d beside %d is %s', (value, least, shown) => {
  expect(shownBeside(value, least)).toBe(shown)
})

it('a shown value lies on the side that the value lies on', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(fc.property(share, share, (value, least) => Number(shownBeside(value, least)) >= least === value >= least))
})
