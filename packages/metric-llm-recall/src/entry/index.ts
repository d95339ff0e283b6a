import { unusedBeside, judgeOptions, neededJudge, strategyOption } from '@assay/metric-kit/entry'
import { defineMetricEntry, type MetricEntry } from '@assay/options'
import { contextRecallFromSteps } from './context-recall-steps.ts'

/** Judged metrics of recall. */
export const entries: readonly MetricEntry[] = [
  defineMetricEntry({
    kind: 'metric',
    type: 'context-recall',
    aliases: ['LLMContextRecall', 'contextual-recall', 'claim-recall'],
    needsJudge: true,
    options: {
      strategy: strategyOption(['batched', 'per-claim', 'single-pass']),
      ...judgeOptions,
    },
    unused: ({ strategy }, judge) => {
      if (judge === undefined || !('verify' in judge)) {
        const why = 'has no effect with the strategy single-pass, which never shows contexts in groups. Leave it out.'
        return strategy === 'single-pass' ? { grouping: why } : {}
      }
      const ofModels = ['strategy', 'requireQuote', 'minQuote', 'grouping']
      return unusedBeside(judge, judge.kind === 'screen' ? [...ofModels, 'votes'] : ofModels)
    },
    create: async (options, { judge }) =>
      (await import('../index.ts')).contextRecall({ judge: neededJudge(judge, 'context_recall'), ...options }),
    rebuild: (config, { adapterFrom }) =>
      'extractor' in config || 'assessor' in config ? contextRecallFromSteps(config, adapterFrom) : undefined,
  }),
]
