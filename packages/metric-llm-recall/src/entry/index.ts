import { configError } from '@assay/core'
import { defineMetricEntry, type MetricEntry } from '@assay/options'
import * as z from 'zod'
import { contextRecallFromSteps } from './context-recall-steps.ts'

/** An even number of votes can end in a tie. */
const oddVotes = z
  .int()
  .min(1)
  .max(99)
  .refine((votes) => votes % 2 === 1, 'an odd number, which cannot end in a tie,')

/** Context recall as a judge sees it. */
export const entries: readonly MetricEntry[] = [
  defineMetricEntry({
    kind: 'metric',
    type: 'context-recall',
    aliases: ['LLMContextRecall', 'contextual-recall'],
    needsJudge: true,
    options: {
      strategy: {
        schema: z.enum(['batched', 'per-claim', 'single-pass']),
        help: 'batched (default), per-claim, single-pass',
        value: '<name>',
      },
      claims: { schema: z.enum(['llm', 'sentences']), help: 'who splits the reference: llm (default), sentences', value: '<by>' },
      votes: { schema: oddVotes, help: 'odd number of verdicts, the majority counts', value: '<n>' },
      requireQuote: { schema: z.boolean(), help: 'a supported claim needs a quote from the contexts' },
      minQuote: { schema: z.int().min(1), help: 'characters that a quote needs to count (default 12)', value: '<n>' },
      grouping: { schema: z.boolean(), help: 'too long contexts leave the row unscored', default: true },
    },
    idle: ({ strategy }, judge) => {
      if (judge === undefined || !('verify' in judge)) {
        const why = 'has no effect with the strategy single-pass, which never shows contexts in groups. Leave it out.'
        return strategy === 'single-pass' ? { grouping: why } : {}
      }
      const why = `is for judges that are models, and ${judge.signature} is none. Name a model with -j, or leave it out.`
      const ofModels = { strategy: why, requireQuote: why, minQuote: why, grouping: why }
      return judge.kind === 'screen' ? { ...ofModels, votes: why } : ofModels
    },
    create: async (options, { judge }) => {
      if (judge === undefined) throw configError('context_recall needs a judge, as in openai:gpt-5-mini or lexical.')
      return (await import('../index.ts')).contextRecall({ judge, ...options })
    },
    rebuild: (config, { adapterFrom }) =>
      'extractor' in config || 'assessor' in config ? contextRecallFromSteps(config, adapterFrom) : undefined,
  }),
]
