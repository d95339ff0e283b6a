import { AssayError } from '@assay/core'
import type { MetricEntry } from './catalog.ts'
import { compositeMetrics } from './composite-metrics.ts'
import { idMetrics } from './id-metrics.ts'
import { nonLlmMetrics } from './non-llm-metrics.ts'

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
  ...nonLlmMetrics,
  ...idMetrics,
  ...compositeMetrics,
]
