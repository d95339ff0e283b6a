import { unscored } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { scriptedMetric, valueOf } from '../__fixtures__/scripted.ts'
import { createMetricSummarizer, type MetricSummary } from './metric-summary.ts'
import type { AnyMetric, Score, UnscoredCause } from '@assay/core'

const failed = (cause: UnscoredCause): Score => unscored({ signature: 'toy|v1', cause, reason: 'why' })

function summaryOf(
  scores: readonly Score[],
  options: Partial<AnyMetric> = {},
  clusters: readonly (string | undefined)[] = [],
): MetricSummary {
  const summarizer = createMetricSummarizer(scriptedMetric(() => Promise.resolve(valueOf(1)), options))
  scores.forEach((score, i) => summarizer.add(score, rowOf(i, clusters[i])))
  return summarizer.result()
}

function rowOf(index: number, cluster: string | undefined): { id: string; cluster?: string } {
  const id = `row-${index + 1}`
  return cluster === undefined ? { id } : { id, cluster }
}

describe('the summary of a metric', () => {
  it('is over scored rows, with bounds for the others and their causes', () => {
    const summary = summaryOf([valueOf(1), valueOf(0.5), failed('timeout'), failed('empty_reference'), failed('timeout')])
    expect(summary).toMatchObject({
      mean: 0.75,
      scored: 2,
      unscored: 3,
      total: 5,
      bounds: [0.3, 0.9],
      causes: { timeout: 2, empty_reference: 1 },
    })
    expect(Object.keys(summary.causes)).toEqual(['timeout', 'empty_reference'])
    expect(summary).toMatchObject({ interval: null, noInterval: '2 rows: an interval needs at least 5', range: null, repeatStddev: null })
  })

  it('has the mean as both bounds where all rows are scored', () => {
    expect(summaryOf([valueOf(1), valueOf(0)])).toMatchObject({ mean: 0.5, bounds: [0.5, 0.5] })
  })

  it('over nothing scored has no mean and the widest bounds', () => {
    expect(summaryOf([failed('refused')])).toMatchObject({
      mean: null,
      bounds: [0, 1],
      range: null,
      median: null,
      noInterval: 'nothing was scored',
    })
  })

  it('takes a row without a range at its value on both ends', () => {
    expect(summaryOf([valueOf(0.5, 'toy|v1', { range: [0.25, 1] }), valueOf(0.5)])).toMatchObject({ mean: 0.5, range: [0.375, 0.75] })
  })

  it('that rests on a screen has a range and never an interval', () => {
    const scores = Array.from({ length: 40 }, () => valueOf(0.5))
    expect(summaryOf(scores, { evidence: 'screen' })).toMatchObject({
      interval: null,
      range: [0.5, 0.5],
      noInterval: expect.stringContaining('lexical screen'),
    })
    expect(summaryOf(scores, { evidence: 'judge' })).toMatchObject({ interval: { unit: 'row', clusters: 40 }, range: null })
  })

  it('holds what the metric sums up by itself, and says so where that fails', () => {
    let seen = 0
    const summarize = () => ({ add: () => void (seen += 1), result: () => ({ seen, note: 'all seen' }) })
    expect(summaryOf([valueOf(1), failed('refused')], { summarize }).detail).toEqual({ seen: 2, note: 'all seen' })
    expect(summaryOf([valueOf(1)]).detail).toBeNull()
    expect(summaryOf([valueOf(1)], { summarize: () => ({ add: () => undefined, result: () => null }) }).detail).toBeNull()
    const broken = (): never => {
      throw new Error('no sum')
    }
    for (const own of [broken, () => ({ add: broken, result: () => ({}) }), () => ({ add: () => undefined, result: broken })]) {
      expect(summaryOf([valueOf(1)], { summarize: own })).toMatchObject({
        mean: 1,
        detail: { note: 'toy could not sum up its scores: no sum' },
      })
    }
  })

  it('counts clusters where rows name them', () => {
    const scores = Array.from({ length: 40 }, () => valueOf(0.5))
    expect(
      summaryOf(
        scores,
        {},
        scores.map((_, i) => `doc ${i % 8}`),
      ).interval,
    ).toMatchObject({ unit: 'cluster', clusters: 8, few: true })
  })
})
