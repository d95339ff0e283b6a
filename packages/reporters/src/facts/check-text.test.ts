import { expect, test } from 'vitest'
import { checkText } from './check-text.ts'

test.each([
  [{}, undefined],
  [{ passed: null }, undefined],
  [{ passed: true }, 'check passed'],
  [{ passed: false }, 'check failed'],
  [{ passed: true, range: [0.5, 1] }, 'check passed'],
  [{ passed: true, range: [0, 1], undecidedAt: 0.5 }, 'check undecided: range 0 to 1 straddles 0.5 (counted as passed)'],
  [{ passed: false, range: [0.25, 0.9999], undecidedAt: 0.7 }, 'check undecided: range 0.25 to 0.999 straddles 0.7 (counted as failed)'],
] as const)('of %o is told as %s', (score, text) => {
  expect(checkText(score)).toBe(text)
})
