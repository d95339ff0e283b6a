import { expect, it } from 'vitest'
import { shownP, signedNumber } from './shown-difference.ts'

it('a difference has its sign, and only 0 is shown as 0', () => {
  expect([0, -0.014, 0.3, -1, -0.0003, 0.00002, -1.3e-7].map((value) => signedNumber(value))).toEqual([
    '0.000',
    '-0.014',
    '+0.300',
    '-1.000',
    '-0.0003',
    '+0.00002',
    '-0.0000001',
  ])
  expect([-0.004, 0.4].map((value) => signedNumber(value, 2))).toEqual(['-0.004', '+0.40'])
})

it('a p never looks as if it lay on the other side of .05', () => {
  expect([1, 0.5, 0.05, 0.0501, 0.0499, 0.04999, 0.021, 0.001, 0.0009, 5e-324].map(shownP)).toEqual([
    '1.000',
    '0.500',
    '0.050',
    '0.050',
    '0.0499',
    '0.04999',
    '0.021',
    '0.001',
    '< 0.001',
    '< 0.001',
  ])
})
