import { expect, test } from 'vitest'
import { correctedMean } from './corrected-mean.ts'
import type { RowMoments } from './enlarged-rows.ts'
import { labelsNeeded } from './labels-needed.ts'

/** `times` copies of the same rows: more rows that vary as those seen. */
function rows(times: number, judgeUnlabelled: readonly number[]) {
  const human = Array.from({ length: 40 * times }, (_, at) => (at % 4 === 0 ? 0 : 1))
  return { human, judge: human.map((label, at) => (at % 10 === 0 ? 1 - label : label)), judgeUnlabelled }
}

function momentsOf(times: number, judgeUnlabelled: readonly number[]): RowMoments {
  const { moments } = correctedMean(rows(times, judgeUnlabelled))
  if (moments === null) throw new Error('there are labelled rows')
  return moments
}

function lengthOf(times: number): number {
  const { interval } = correctedMean(rows(times, []))
  return (interval?.hi ?? 9) - (interval?.lo ?? 0)
}

test('without a judge, half the length takes about four times the labels, and as many do it', () => {
  const { labels, more } = labelsNeeded(momentsOf(1, []))
  expect(labels).toBe(40 + more)
  expect(labels).toBeGreaterThan(130)
  expect(labels).toBeLessThanOrEqual(160)
  expect(lengthOf(4)).toBeLessThan(lengthOf(1) / 2)
  expect(lengthOf(3)).toBeGreaterThan(lengthOf(1) / 2)
})

test('another factor takes another number', () => {
  const moments = momentsOf(1, [])
  expect(labelsNeeded(moments, { factor: 0.9 }).more).toBeLessThan(labelsNeeded(moments).more / 3)
  expect(labelsNeeded(moments, { factor: 0.999 }).more).toBe(1)
  expect(labelsNeeded(moments, { level: 0.5 }).more).not.toBe(labelsNeeded(moments).more)
})

test('rows that were never seen to vary still need labels', () => {
  const human = Array.from({ length: 50 }, () => 1)
  const { moments } = correctedMean({ human, judge: human, judgeUnlabelled: [] })
  const { more } = labelsNeeded(moments ?? momentsOf(1, []))
  expect(more).toBeGreaterThan(40)
  expect(more).toBeLessThan(70)
})

test('labels come out of the unlabelled rows, and after them from new ones', () => {
  const few = labelsNeeded(momentsOf(1, [1, 0, 1, 1]))
  expect(few.more).toBeGreaterThan(4)
  const many = labelsNeeded(
    momentsOf(
      1,
      Array.from({ length: 5000 }, (_, at) => (at % 4 === 0 ? 0 : 1)),
    ),
  )
  expect(many.labels).toBeGreaterThan(100)
  expect(many.labels).toBeLessThan(170)
})

test('a factor outside (0, 1) and a level outside (0, 1) are refused', () => {
  for (const factor of [0, 1, Number.NaN]) expect(() => labelsNeeded(momentsOf(1, []), { factor })).toThrow('the factor')
  expect(() => labelsNeeded(momentsOf(1, []), { level: 0 })).toThrow('the level 0')
})
