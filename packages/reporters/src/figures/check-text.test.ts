import { expect, test } from 'vitest'
import { checkedValue, checkText } from './check-text.ts'

test.each([
  [{}, undefined],
  [{ passed: null }, undefined],
  [{ passed: true }, 'check passed'],
  [{ passed: false }, 'check failed'],
  [{ passed: true, range: [0.5, 1] }, 'check passed'],
  [{ passed: false, check: { threshold: 0.9 } }, 'check failed: at least 0.9 is due'],
  [{ passed: true, check: { threshold: 0.9 } }, 'check passed: at least 0.9 is due'],
  [{ passed: false, check: { threshold: 0.5, negate: true } }, 'check failed: below 0.5 is due'],
  [{ passed: false, check: { threshold: 0.5, weight: 2 } }, 'check failed: at least 0.5 is due, weight 2'],
  [{ passed: false, verdict: false }, 'check failed: a pass by the judge is due'],
  [{ passed: true, verdict: false, check: { negate: true } }, 'check passed: a fail by the judge is due'],
  [{ passed: false, verdict: false, check: { threshold: 0.5 } }, 'check failed: at least 0.5 and a pass by the judge are due'],
  [{ passed: false, verdict: true, check: { threshold: 0.5, negate: true } }, 'check failed: below 0.5 or a fail by the judge is due'],
  [
    { passed: false, range: [0, 1], undecidedAt: 0.5, check: { threshold: 0.5, negate: true } },
    'check undecided: range 0 to 1 straddles 0.5, below which it is due (counted as failed)',
  ],
  [{ passed: true, range: [0, 1], undecidedAt: 0.5 }, 'check undecided: range 0 to 1 straddles 0.5 (counted as passed)'],
  [{ passed: false, range: [0.25, 0.9999], undecidedAt: 0.7 }, 'check undecided: range 0.25 to 0.999 straddles 0.7 (counted as failed)'],
] as const)('of %o is told as %s', (score, text) => {
  expect(checkText(score)).toBe(text)
})

test('a value does not seem to have reached what it did not', () => {
  expect(checkedValue(0.89996, { threshold: 0.9 })).toBe('0.89996')
  expect(checkedValue(0.89996, undefined)).toBe('0.900')
})
