import type { MetricEntry } from './catalog.ts'
import { refuseWithoutCutoff } from './cutoff-name.ts'

const graded = ['relevanceLevel', 'emptyReference'] as const

/** The measures by document ids. */
export const idMetrics: readonly MetricEntry[] = [
  {
    kind: 'metric',
    name: 'id-based-context-recall',
    takes: graded,
    create: async (config) => {
      const { idBasedContextRecall } = await import('@assay/metric-id-recall')
      // A name alone: there are no options to check, and the checks would have to be loaded.
      if (Object.keys(config).length === 1) return idBasedContextRecall()
      const { idMetricConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, ...options } = readConfig(idMetricConfig, config)
      return idBasedContextRecall(options)
    },
  },
  {
    kind: 'metric',
    name: 'id-based-context-precision',
    takes: graded,
    create: async (config) => {
      const { idMetricConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, ...options } = readConfig(idMetricConfig, config)
      return (await import('@assay/metric-id-recall')).idBasedContextPrecision(options)
    },
  },
  ...(['recall', 'precision', 'hit'] as const).map((name): MetricEntry => ({
    kind: 'metric',
    name,
    example: `${name}@5`,
    takes: graded,
    create: async (config) => {
      refuseWithoutCutoff(config)
      const { cutoffMetricConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, ...options } = readConfig(cutoffMetricConfig, config)
      const { recallAtK, precisionAtK, hitAtK } = await import('@assay/metric-id-recall')
      return { recall: recallAtK, precision: precisionAtK, hit: hitAtK }[name](options)
    },
  })),
  {
    kind: 'metric',
    name: 'mrr',
    takes: graded,
    create: async (config) => {
      const { mrrConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, ...options } = readConfig(mrrConfig, config)
      return (await import('@assay/metric-id-recall')).reciprocalRank(options)
    },
  },
  {
    kind: 'metric',
    name: 'ndcg',
    example: 'ndcg@10',
    takes: ['emptyReference'],
    create: async (config) => {
      const { ndcgConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, ...options } = readConfig(ndcgConfig, config)
      return (await import('@assay/metric-id-recall')).ndcgAtK(options)
    },
  },
  {
    kind: 'metric',
    name: 'average-precision',
    takes: graded,
    create: async (config) => {
      const { averagePrecisionConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, ...options } = readConfig(averagePrecisionConfig, config)
      return (await import('@assay/metric-id-recall')).averagePrecision(options)
    },
  },
  {
    kind: 'metric',
    name: 'average-precision-retrieved',
    takes: graded,
    create: async (config) => {
      const { idMetricConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, ...options } = readConfig(idMetricConfig, config)
      return (await import('@assay/metric-id-recall')).averagePrecision({ ...options, of: 'retrieved' })
    },
  },
]
