import type { MetricEntry } from './catalog.ts'

/** Metrics made from other metrics: each part is a name or a configuration, and gets the run's judge unless it names its own. */
export const compositeMetrics: readonly MetricEntry[] = [
  {
    kind: 'metric',
    isMadeOf: true,
    name: 'first-scored',
    create: async (config, { judge, metricFrom }) => {
      const { firstScoredConfig, readConfig } = await import('./metric-config.ts')
      const { of, name } = readConfig(firstScoredConfig, config)
      const parts = await Promise.all(of.map((part) => metricFrom(part, { judge })))
      const { firstScored } = await import('@assay/metric-composite')
      return name === undefined ? firstScored(...parts) : firstScored(...parts, { name })
    },
  },
  {
    kind: 'metric',
    isMadeOf: true,
    name: 'weighted-mean',
    create: async (config, { judge, metricFrom }) => {
      const { weightedMeanConfig, readConfig } = await import('./metric-config.ts')
      const { of, name } = readConfig(weightedMeanConfig, config)
      const parts = await Promise.all(of.map(async ({ metric, weight }) => [await metricFrom(metric, { judge }), weight] as const))
      return (await import('@assay/metric-composite')).weightedMean(parts, { name })
    },
  },
  {
    kind: 'metric',
    isMadeOf: true,
    name: 'f-beta',
    create: async (config, { judge, metricFrom }) => {
      const { fBetaConfig, readConfig } = await import('./metric-config.ts')
      const { recall, precision, type: _type, ...options } = readConfig(fBetaConfig, config)
      const [ofRecall, ofPrecision] = [await metricFrom(recall, { judge }), await metricFrom(precision, { judge })]
      return (await import('@assay/metric-composite')).fBeta(ofRecall, ofPrecision, options)
    },
  },
]
