import { AssayError } from '@assay/core'
import type { MetricEntry } from './catalog.ts'
import { idMetrics } from './id-metrics.ts'

/** Each loads what it is made from when it is asked for, zod included: an id metric should not wait for a judge's schema. */
export const builtInMetrics: readonly MetricEntry[] = [
  {
    kind: 'metric',
    name: 'context-recall',
    needsJudge: true,
    create: async (config, { judge: runJudge, judgeFrom, adapterFrom }) => {
      if ('extractor' in config || 'assessor' in config) {
        const { contextRecallFromSteps } = await import('./context-recall-steps.ts')
        return contextRecallFromSteps(config, adapterFrom)
      }
      const { contextRecallConfig, readConfig } = await import('./metric-config.ts')
      const { type: _type, judge: ownJudge, ...options } = readConfig(contextRecallConfig, config)
      const judge = ownJudge === undefined ? runJudge : await judgeFrom(ownJudge)
      if (judge === undefined)
        throw new AssayError({ kind: 'config', message: 'context_recall needs a judge, as in openai:gpt-5-mini or lexical.' })
      const { contextRecall } = await import('@assay/metric-llm-recall')
      return contextRecall({ judge, ...options })
    },
  },
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
  ...idMetrics,
]
