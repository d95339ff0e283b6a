import { type AssayError, configError } from '@assay/core'
import { defineMetricEntry, type MetricEntry, type OptionTable } from '@assay/options'
import * as z from 'zod'

const emptyReference = {
  schema: z.enum(['unscored', 'zero']),
  help: 'a row without a relevant id is unscored (default), or scores zero as in trec_eval',
  value: '<how>',
} as const
const relevanceLevel = { schema: z.number().positive(), help: 'grade from which an id counts (default 1)', value: '<n>' } as const
const k = { schema: z.int().min(1), help: 'how many of the first retrieved ids count', flag: false } as const

/** For every metric in which an id is relevant or not. */
const graded = { relevanceLevel, emptyReference } as const satisfies OptionTable

const metrics = () => import('./index.ts')

/** The metrics by document ids. */
export const entries: readonly MetricEntry[] = [
  defineMetricEntry({
    kind: 'metric',
    type: 'id-based-context-recall',
    aliases: ['IDBasedContextRecall'],
    options: graded,
    create: async (options) => (await metrics()).idBasedContextRecall(options),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'id-based-context-precision',
    aliases: ['IDBasedContextPrecision'],
    options: graded,
    create: async (options) => (await metrics()).idBasedContextPrecision(options),
  }),
  ...(['recall', 'precision', 'hit'] as const).map((type) =>
    defineMetricEntry({
      kind: 'metric',
      type,
      example: `${type}@5`,
      options: { k, ...graded },
      create: async ({ k: cutoff, ...options }) => {
        // k is written as part of the name, which the message of a schema would not say.
        if (cutoff === undefined) throw withoutCutoff(type)
        const { recallAtK, precisionAtK, hitAtK } = await metrics()
        return { recall: recallAtK, precision: precisionAtK, hit: hitAtK }[type]({ k: cutoff, ...options })
      },
    }),
  ),
  defineMetricEntry({
    kind: 'metric',
    type: 'mrr',
    options: { k, ...graded },
    create: async (options) => (await metrics()).reciprocalRank(options),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'ndcg',
    example: 'ndcg@10',
    // Its gains are the grades: a relevance level has no meaning.
    options: { k, emptyReference },
    create: async (options) => (await metrics()).ndcgAtK(options),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'average-precision',
    options: {
      ...graded,
      of: { schema: z.enum(['relevant', 'retrieved']), help: 'what the sum is divided by (default relevant)', flag: false },
    },
    create: async (options) => (await metrics()).averagePrecision(options),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'average-precision-retrieved',
    options: graded,
    create: async (options) => (await metrics()).averagePrecision({ ...options, of: 'retrieved' }),
  }),
]

function withoutCutoff(type: string): AssayError {
  const message = `${type} needs to know how many of the first ids count. Write ${type}@5`
  return configError(message)
}
