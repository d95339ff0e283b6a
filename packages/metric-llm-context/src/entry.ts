import { type AnyMetric, type AssayError, configError } from '@assay/core'
import {
  graderParts,
  unusedBeside,
  judgeOptions,
  neededJudge,
  neededModel,
  readConfig,
  rebuiltSteps,
  rebuiltVerifier,
  strategyOption,
  verifierConfig,
  verifierFrom,
} from '@assay/metric-kit/entry'
import { defineMetricEntry, type MetricEntry, type OptionTable } from '@assay/options'
import * as z from 'zod'

const metrics = () => import('./index.ts')

const AS_MODEL = 'openai:gpt-5-mini'

const ofPrecision = {
  against: {
    schema: z.enum(['reference', 'response']),
    help: 'what contexts are to help with: reference (default), response',
    value: '<text>',
  },
  by: { schema: z.enum(['usefulness', 'claims']), help: 'what makes a context precise: usefulness (default), claims', value: '<what>' },
  aggregate: { schema: z.enum(['average', 'share']), help: 'average precision (default), or the plain share', value: '<name>' },
} as const satisfies OptionTable

const ofRelevance = {
  unit: { schema: z.enum(['context', 'sentence']), help: 'what relevance counts: context (default), sentence', value: '<name>' },
} as const satisfies OptionTable

const FOR_CLAIMS = 'has no effect by usefulness, which splits nothing into claims. Add --by claims, or leave it out.'
const FOR_CONTEXTS = 'has no effect on sentences, which are judged together and without quotes. Leave it out.'

const entitiesConfig = z.strictObject({
  type: z.string(),
  name: z.string().min(1).optional(),
  match: z.literal('text').optional(),
  verifier: verifierConfig.optional(),
  entities: z.strictObject({ type: z.literal('entities'), ...graderParts }),
})

/** Judged metrics of retrieved contexts. */
export const entries: readonly MetricEntry[] = [
  defineMetricEntry({
    kind: 'metric',
    type: 'context-precision',
    aliases: ['LLMContextPrecisionWithReference', 'contextual-precision'],
    needsJudge: true,
    options: { ...ofPrecision, strategy: strategyOption(['per-context', 'batched', 'per-claim']), ...judgeOptions },
    unused: ({ by }, judge) => ({
      ...unusedBeside(judge, ['strategy', 'requireQuote', 'minQuote', 'grouping']),
      ...(by === 'claims' ? {} : { claims: FOR_CLAIMS, grouping: FOR_CLAIMS }),
    }),
    create: async ({ by, strategy, claims, grouping, ...options }, { judge: given }) => {
      const { contextPrecision } = await metrics()
      const judge = neededJudge(given, 'context_precision', AS_MODEL)
      if (by === 'claims') {
        if (strategy === 'per-context') throw otherStrategy(strategy, 'by claims, which are put to a judge as batched or per-claim')
        return contextPrecision({ ...options, judge, by, strategy, claims, grouping })
      }
      if (strategy === 'per-claim') throw otherStrategy(strategy, 'by usefulness, which is judged per-context or batched')
      const unused = { ...(claims === undefined ? {} : { claims }), ...(grouping === undefined ? {} : { grouping }) }
      return contextPrecision({ ...options, judge, by, strategy, ...unused })
    },
    rebuild: (config, { adapterFrom }) => {
      return Object.hasOwn(config, 'verifier') ? again() : undefined

      async function again(): Promise<AnyMetric> {
        if (!Object.hasOwn(config, 'extractor')) {
          const { by: _by, ...made } = await rebuiltVerifier(config, ofPrecision, adapterFrom)
          return (await metrics()).contextPrecision(made)
        }
        const made = await rebuiltSteps(config, ofPrecision, adapterFrom)
        return (await metrics()).contextPrecision({ ...made, by: 'claims' })
      }
    },
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'context-relevance',
    aliases: ['contextual-relevancy', 'context-relevancy'],
    needsJudge: true,
    options: {
      ...ofRelevance,
      strategy: strategyOption(['per-context', 'batched']),
      votes: judgeOptions.votes,
      requireQuote: judgeOptions.requireQuote,
      minQuote: judgeOptions.minQuote,
    },
    unused: ({ unit }, judge) => ({
      ...unusedBeside(judge, ['strategy', 'requireQuote', 'minQuote']),
      ...(unit === 'sentence' ? { strategy: FOR_CONTEXTS, requireQuote: FOR_CONTEXTS, minQuote: FOR_CONTEXTS } : {}),
    }),
    create: async (options, { judge }) =>
      (await metrics()).contextRelevance({ ...options, judge: neededJudge(judge, 'context_relevance', AS_MODEL) }),
    rebuild: (config, { adapterFrom }) => {
      return Object.hasOwn(config, 'verifier') ? again() : undefined

      async function again(): Promise<AnyMetric> {
        const made = await rebuiltVerifier(config, ofRelevance, adapterFrom)
        return (await metrics()).contextRelevance(made)
      }
    },
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'context-entity-recall',
    aliases: ['ContextEntitiesRecall'],
    needsJudge: true,
    options: {
      match: {
        schema: z.enum(['judge', 'text']),
        help: 'how names in other words are found: judge (default); text finds none',
        value: '<by>',
      },
      strategy: strategyOption(['batched', 'per-claim']),
      votes: judgeOptions.votes,
      requireQuote: judgeOptions.requireQuote,
      minQuote: judgeOptions.minQuote,
      grouping: judgeOptions.grouping,
    },
    unused: ({ match }) => {
      if (match !== 'text') return {}
      const why = 'has no effect with match text, which makes no call about names that are not found. Leave it out.'
      return { strategy: why, votes: why, requireQuote: why, minQuote: why, grouping: why }
    },
    create: async (options, { judge }) =>
      (await metrics()).contextEntityRecall({ ...options, judge: neededModel(judge, 'context_entity_recall') }),
    rebuild: (config, { adapterFrom }) => {
      return Object.hasOwn(config, 'entities') ? entityRecall(readConfig(config, entitiesConfig)) : undefined

      async function entityRecall({ entities, verifier, match, name }: z.infer<typeof entitiesConfig>): Promise<AnyMetric> {
        const { judge, prompt, language } = entities
        const model = await adapterFrom(judge)
        const given = { judge: model, match, prompts: { entities: prompt }, language, name }
        const { contextEntityRecall } = await metrics()
        return contextEntityRecall(verifier === undefined ? given : { ...given, verifier: await verifierFrom(verifier, adapterFrom) })
      }
    },
  }),
]

function otherStrategy(strategy: string, by: string): AssayError {
  return configError(`contextPrecision: there is no strategy ${JSON.stringify(strategy)} ${by}.`)
}
