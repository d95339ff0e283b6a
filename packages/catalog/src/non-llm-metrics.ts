import type { MetricEntry } from './catalog.ts'

/** The measures by similarity of texts. */
export const nonLlmMetrics: readonly MetricEntry[] = [
  {
    kind: 'metric',
    name: 'non-llm-context-recall',
    create: async (config, { similarityFrom }) => {
      const { nonLlmContextRecallConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, similarity: id, ...options } = readConfig(nonLlmContextRecallConfig, config)
      const similarity = id === undefined ? {} : { similarity: await similarityFrom(id) }
      const { nonLlmContextRecall } = await import('@assay/metric-non-llm-recall')
      return nonLlmContextRecall({ ...options, ...similarity })
    },
  },
  ...(['non-llm-context-precision', 'non-llm-average-precision-retrieved'] as const).map((name): MetricEntry => ({
    kind: 'metric',
    name,
    create: async (config, { similarityFrom }) => {
      const { nonLlmPrecisionConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, similarity: id, ...options } = readConfig(nonLlmPrecisionConfig, config)
      const similarity = id === undefined ? {} : { similarity: await similarityFrom(id) }
      const { nonLlmContextPrecision, nonLlmAveragePrecisionRetrieved } = await import('@assay/metric-non-llm-recall')
      const make = name === 'non-llm-context-precision' ? nonLlmContextPrecision : nonLlmAveragePrecisionRetrieved
      return make({ ...options, ...similarity })
    },
  })),
]
