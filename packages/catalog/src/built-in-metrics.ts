import { AssayError } from '@assay/core'
import type { MetricEntry } from './catalog.ts'
import { contextRecallFromSteps } from './context-recall-steps.ts'
import { contextRecallConfig, idBasedContextRecallConfig, nonLlmContextRecallConfig, readConfig } from './metric-config.ts'

export const builtInMetrics: readonly MetricEntry[] = [
  {
    kind: 'metric',
    name: 'context-recall',
    needsJudge: true,
    create: async (config, { judge: runJudge, judgeFrom, adapterFrom }) => {
      if ('extractor' in config) return contextRecallFromSteps(config, adapterFrom)
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
      const { type: _type, similarity: id, ...options } = readConfig(nonLlmContextRecallConfig, config)
      const similarity = id === undefined ? {} : { similarity: await similarityFrom(id) }
      const { nonLlmContextRecall } = await import('@assay/metric-non-llm-recall')
      return nonLlmContextRecall({ ...options, ...similarity })
    },
  },
  {
    kind: 'metric',
    name: 'id-based-context-recall',
    create: async (config) => {
      const { type: _type, ...options } = readConfig(idBasedContextRecallConfig, config)
      const { idBasedContextRecall } = await import('@assay/metric-id-recall')
      return idBasedContextRecall(options)
    },
  },
]
