import { expect, test } from 'vitest'
import fixture from '../__fixtures__/roc-auc.json' with { type: 'json' }
import { rocAuc } from './roc-auc.ts'

test.each(fixture.cases)('$id has the area worked out by hand', ({ scores, labels, expected }) => {
  const auc = rocAuc(scores, labels as (0 | 1)[])
  if (expected.auc === null) expect(auc).toBeNull()
  else expect(auc).toBeCloseTo(expected.auc, 12)
})

test('turning the labels round turns the area round, ties included', () => {
  const scores = [0.1, 0.4, 0.4, 0.35, 0.8, 0.4]
  const labels = [0, 1, 0, 1, 1, 0] as const
  const turned = labels.map((label) => (label === 1 ? 0 : 1))
  expect((rocAuc(scores, labels) ?? 0) + (rocAuc(scores, turned) ?? 0)).toBe(1)
})

test('only the order of scores counts', () => {
  const scores = [-3, 0, 2, 2, Infinity]
  const labels = [0, 1, 0, 1, 1] as const
  expect(rocAuc(scores.map(Math.atan), labels)).toBe(rocAuc(scores, labels))
})

test('lists of different length and NaN are refused', () => {
  expect(() => rocAuc([0.1], [])).toThrow('1 scores for 0 labels')
  expect(() => rocAuc([Number.NaN, 1], [0, 1])).toThrow('NaN')
})
