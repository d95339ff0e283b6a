import type { AnyMetric, MetricConfig } from '@assay/core'
import { testMetric } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { brevity, idShare, judged, partFrom } from './__fixtures__/parts.ts'
import { fBeta, firstScored, mapSample, weightedMean } from './index.ts'

const ids = { referenceContextIds: ['a', 'b'], retrievedContextIds: ['b', 'c', 'd'] }
const full = [
  { ...ids, reference: 'Oslo.' },
  { ...ids, referenceContextIds: [], reference: 'Rome.' },
  { ...ids, reference: ' ' },
]
const [recall, precision] = [idShare(), idShare({ of: 'retrieved' })]

const forms: readonly (readonly [string, AnyMetric, readonly object[]])[] = [
  ['firstScored', firstScored(recall, judged()) as AnyMetric, [...full, ids, { reference: 'Oslo.' }, {}]],
  ['firstScored at once', firstScored(recall, precision) as AnyMetric, full],
  ['firstScored named, of parts that share a field', firstScored(brevity(), judged(), { name: 'mine' }) as AnyMetric, full],
  [
    'weightedMean',
    weightedMean([
      [recall, 0.7],
      [judged(), 0.3],
    ]) as AnyMetric,
    full,
  ],
  [
    'weightedMean at once',
    weightedMean(
      [
        [recall, 2],
        [precision, 1],
      ],
      { name: 'both' },
    ) as AnyMetric,
    full,
  ],
  ['fBeta', fBeta(recall, precision) as AnyMetric, full],
  ['fBeta of judged parts', fBeta(judged(), judged({ evidence: 'screen', name: 'screened' }), { beta: 2 }) as AnyMetric, full],
  ['fBeta of composites', fBeta(firstScored(recall, judged()), weightedMean([[recall, 1]]), { name: 'f' }) as AnyMetric, full],
  ['mapSample', mapSample(judged(), ({ reference }) => ({ reference: reference ?? 'Rome.' }), { name: 'or_rome' }) as AnyMetric, full],
  [
    'mapSample at once',
    mapSample(recall, (sample) => ({ ...sample, retrievedContextIds: sample.retrievedContextIds.slice(0, 1) }), {
      name: 'first',
      needs: ['retrievedContextIds'],
    }) as AnyMetric,
    full,
  ],
]

describe.each(forms)('%s is a Metric', (_name, metric, samples) => {
  for (const { name, run } of testMetric(metric as never, samples, { rebuild })) test(name, run)
})

test('scores at once where all parts do', () => {
  const atOnce = forms.filter(([, metric]) => metric.scoreNow !== undefined).map(([name]) => name)
  expect(atOnce).toEqual(['firstScored at once', 'weightedMean at once', 'fBeta', 'mapSample at once'])
})

function rebuild(config: MetricConfig): AnyMetric {
  const { type, name, of, recall: ofRecall, precision: ofPrecision, beta } = config as never as Nested
  const options = name === undefined ? {} : { name }
  if (type === 'first-scored') return firstScored(...of.map((part) => rebuild(part)), options) as AnyMetric
  if (type === 'weighted-mean')
    return weightedMean(
      of.map(({ metric, weight }) => [rebuild(metric), weight] as const),
      options,
    )
  if (type === 'f-beta') return fBeta(rebuild(ofRecall), rebuild(ofPrecision), { ...options, ...(beta === undefined ? {} : { beta }) })
  return partFrom(config)
}

type Nested = {
  type: string
  name?: string
  of: (MetricConfig & { metric: MetricConfig; weight: number })[]
  recall: MetricConfig
  precision: MetricConfig
  beta?: number
}
