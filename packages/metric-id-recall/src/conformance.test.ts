import type { AnyMetric, MetricConfig } from '@assay/core'
import { testMetric } from '@assay/testkit'
import { describe, test } from 'vitest'
import {
  averagePrecision,
  hitAtK,
  idBasedContextPrecision,
  idBasedContextRecall,
  ndcgAtK,
  precisionAtK,
  recallAtK,
  reciprocalRank,
} from './index.ts'

const metrics = [
  idBasedContextRecall(),
  idBasedContextRecall({ name: 'graded', relevanceLevel: 2, emptyReference: 'zero' }),
  idBasedContextPrecision(),
  recallAtK({ k: 2 }),
  recallAtK({ k: 2, name: 'bm25', relevanceLevel: 2, emptyReference: 'zero' }),
  precisionAtK({ k: 5 }),
  hitAtK({ k: 1 }),
  reciprocalRank(),
  reciprocalRank({ k: 10 }),
  ndcgAtK(),
  ndcgAtK({ k: 3, emptyReference: 'zero' }),
  averagePrecision(),
  averagePrecision({ of: 'retrieved' }),
]

/** The factories by the type that stands in a config, whose other entries are their options. */
const factories: Readonly<Record<string, (options: never) => unknown>> = {
  'id-based-context-recall': idBasedContextRecall,
  'id-based-context-precision': idBasedContextPrecision,
  recall: recallAtK,
  precision: precisionAtK,
  hit: hitAtK,
  mrr: reciprocalRank,
  ndcg: ndcgAtK,
  'average-precision': averagePrecision,
}

function rebuild({ type, ...options }: MetricConfig): AnyMetric {
  return factories[type]?.(options as never) as AnyMetric
}

describe.each(metrics.map((metric) => [metric.name, metric] as const))('%s is a Metric', (_name, metric) => {
  const checks = testMetric<'referenceContextIds' | 'retrievedContextIds', unknown>(
    metric,
    [
      { referenceContextIds: ['d1', 2, 'd3'], retrievedContextIds: ['2', 'd1', 'd1', 'x'], referenceContextGrades: [2, 1, 0] },
      { referenceContextIds: ['d1'], retrievedContextIds: [], referenceContextGrades: [3] },
      { referenceContextIds: [], retrievedContextIds: ['d1'], referenceContextGrades: [] },
      { referenceContextIds: ['d1'], retrievedContextIds: ['D1'], referenceContextGrades: [-1] },
      { referenceContextIds: ['d1'], retrievedContextIds: ['d1'] },
    ],
    {
      faulty: [
        { referenceContextIds: [null] as unknown as string[], retrievedContextIds: ['d1'] },
        { referenceContextIds: ['d1'], referenceContextGrades: [1, 2], retrievedContextIds: ['d1'] },
      ],
      rebuild,
    },
  )
  for (const { name, run } of checks) test(name, run)
})
