import { expect, it } from 'vitest'
import { agreeWithP } from './agree-with-p.ts'

const level = 0.95

it('an interval that agrees with p is left as it is', () => {
  expect(agreeWithP({ lo: -0.3, hi: -0.1 }, { difference: -0.2, p: 0.01, level })).toEqual({ lo: -0.3, hi: -0.1 })
  expect(agreeWithP({ lo: -0.3, hi: 0.1 }, { difference: -0.2, p: 0.2, level })).toEqual({ lo: -0.3, hi: 0.1 })
})

it('an end on the wrong side of 0 is moved to 0, or a thousandth of the difference past it', () => {
  expect(agreeWithP({ lo: -0.3, hi: 0.1 }, { difference: -0.2, p: 0.01, level })).toEqual({ lo: -0.3, hi: -0.0002 })
  expect(agreeWithP({ lo: -0.1, hi: 0.3 }, { difference: 0.2, p: 0.01, level })).toEqual({ lo: 0.0002, hi: 0.3 })
  expect(agreeWithP({ lo: -0.3, hi: -0.1 }, { difference: -0.2, p: 0.06, level })).toEqual({ lo: -0.3, hi: 0 })
  expect(agreeWithP({ lo: 0.1, hi: 0.3 }, { difference: 0.2, p: 0.06, level })).toEqual({ lo: 0, hi: 0.3 })
})

it('a p of exactly 1 − level shows nothing', () => {
  expect(agreeWithP({ lo: 0.1, hi: 0.3 }, { difference: 0.2, p: 0.05, level }).lo).toBe(0)
})
