import { expect, test } from 'vitest'
import { rowCheckText } from './row-check-text.ts'

test('a row with a threshold tells which mean came and which was due', () => {
  const scores = {
    recall: { value: 0.5, passed: true, check: { threshold: 0.4, weight: 2 } },
    silence: { value: 0.2, check: { threshold: 0.5, negate: true } as const },
    idle: { value: 0, check: { weight: 0 } },
  }
  expect(rowCheckText({ value: 0.6, passed: false, threshold: 0.7 }, scores)).toBe(
    'Weighted mean 0.600 of recall 0.500 (weight 2), silence 0.200 (counted as 0.800); at least 0.7 is due.',
  )
})

test('a mean does not seem to have reached what it did not', () => {
  expect(rowCheckText({ value: 0.69999, passed: false, threshold: 0.7 }, { a: { value: 0.69999 } })).toMatch(/^Weighted mean 0.69999 of/)
})

test('a row without a threshold names the checks that failed, and what was due', () => {
  const scores = {
    recall: { value: 2 / 3, passed: false, check: { threshold: 0.9 } },
    silence: { value: 1, passed: false, check: { threshold: 0.5, negate: true } as const },
    reached: { value: 1, passed: true, check: { threshold: 0.5 } },
    idle: { value: 0, passed: false, check: { threshold: 0.5, weight: 0 } },
  }
  expect(rowCheckText({ value: 0.5, passed: false }, scores)).toBe(
    'Not every check passed: recall 0.667, at least 0.9 is due; silence 1.000, below 0.5 is due.',
  )
})

test('of many it names five', () => {
  const scores = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`m${at}`, { value: 0, passed: false }]))
  expect(rowCheckText({ value: 0, passed: false }, scores)).toBe(
    'Not every check passed: m0 0.000; m1 0.000; m2 0.000; m3 0.000; m4 0.000; and 2 more.',
  )
})

test('a row that passed, and one that did neither, say so', () => {
  expect(rowCheckText({ value: 1, passed: true }, {})).toBe('All checks passed.')
  expect(rowCheckText({ value: null, passed: null, threshold: 0.5 }, {})).toMatch(/has no score/)
})

test('a set of checks is told as one, and by its checks where it has no threshold', () => {
  const scores = {
    recall: { value: 0.5, passed: false, check: { threshold: 0.9, set: 'either' } },
    edits: { value: 0, passed: false, check: { threshold: 1, set: 'either', weight: 2 } },
    alone: { value: 0.1, passed: false, check: { threshold: 0.4 } },
    own: { value: 0.2, passed: false, check: { threshold: 0.3, set: 'both' } },
  }
  const either = { name: 'either', value: 1 / 6, passed: false, threshold: 0.5 }
  const sets = [either, { name: 'both', value: 0.2, passed: false }]
  expect(rowCheckText({ value: 0.1, passed: false, sets }, scores)).toBe(
    'Not every check passed: alone 0.100, at least 0.4 is due; either 0.167 of recall 0.500, edits 0.000 (weight 2), at least 0.5 is due; own 0.200, at least 0.3 is due.',
  )
  expect(rowCheckText({ value: 0.15, passed: false, threshold: 0.5, sets: [{ ...either, weight: 3 }] }, scores)).toBe(
    'Weighted mean 0.150 of alone 0.100, either 0.167 (weight 3); at least 0.5 is due.',
  )
})

test('what was skipped beside the checks is counted', () => {
  expect(rowCheckText({ value: 1, passed: true }, {}, 1)).toBe('All checks passed. 1 more check was skipped.')
  expect(rowCheckText({ value: 1, passed: true }, {}, 2)).toBe('All checks passed. 2 more checks were skipped.')
})
