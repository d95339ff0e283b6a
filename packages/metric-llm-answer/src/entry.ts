import { type AnyMetric, configError } from '@assay/core'
import { claimMetricEntry, graderParts, judgeOptions, neededJudge, neededModel, readConfig, rebuiltSteps } from '@assay/metric-kit/entry'
import { defineMetricEntry, embeddingOptions, type MetricEntry, refuseUnusedOptions } from '@assay/options'
import * as z from 'zod'

const metrics = () => import('./index.ts')

const share = z.number().min(0).max(1)

/** A user-defined prompt: the metric checks its placeholders. */
const rubricPrompt = z.union([
  z.string().min(1),
  z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
])

const AS_MODEL = 'openai:gpt-5-mini'
const named = { type: z.string(), name: z.string().min(1).optional() }

/** The configuration of metrics that are one reply of a judge. */
const questionsConfig = z.strictObject({
  ...named,
  embedding: z.string(),
  grader: z.strictObject({ type: z.literal('questions'), count: z.int(), ...graderParts }),
})
const factualityConfig = z.strictObject({
  ...named,
  weights: z.record(z.string(), share).optional(),
  grader: z.strictObject({ type: z.literal('category'), ...graderParts }),
})
const rubricConfig = z.strictObject({
  ...named,
  grader: z.strictObject({ type: z.literal('criterion'), criterion: z.string(), rubricPrompt: rubricPrompt.optional(), ...graderParts }),
})

/** Judged metrics of answers. */
export const entries: readonly MetricEntry[] = [
  claimMetricEntry({
    type: 'faithfulness',
    aliases: ['groundedness', 'context-faithfulness'],
    factory: async () => (await metrics()).faithfulness,
  }),
  claimMetricEntry({
    type: 'factual-correctness',
    options: {
      beta: { schema: z.number().positive().max(1000), help: 'how many times as much recall weighs (default 1)', value: '<n>' },
    },
    factory: async () => (await metrics()).factualCorrectness,
  }),
  claimMetricEntry({
    type: 'factual-precision',
    factory: async () => {
      const { factualCorrectness } = await metrics()
      return (options) => factualCorrectness({ ...options, mode: 'precision' })
    },
  }),
  claimMetricEntry({
    type: 'factual-recall',
    factory: async () => {
      const { factualCorrectness } = await metrics()
      return (options) => factualCorrectness({ ...options, mode: 'recall' })
    },
  }),
  claimMetricEntry({ type: 'hallucination', factory: async () => (await metrics()).hallucination }),
  claimMetricEntry({ type: 'self-knowledge', factory: async () => (await metrics()).selfKnowledge }),
  claimMetricEntry({
    type: 'noise-sensitivity',
    aliases: ['noise-sensitivity-in-relevant'],
    factory: async () => (await metrics()).noiseSensitivity,
  }),
  claimMetricEntry({
    type: 'noise-sensitivity-irrelevant',
    aliases: ['noise-sensitivity-in-irrelevant'],
    factory: async () => {
      const { noiseSensitivity } = await metrics()
      return (options) => noiseSensitivity({ ...options, mode: 'irrelevant' })
    },
  }),
  claimMetricEntry({ type: 'claim-utilization', factory: async () => (await metrics()).claimUtilization }),
  defineMetricEntry({
    kind: 'metric',
    type: 'answer-relevancy',
    aliases: ['ResponseRelevancy', 'answer-relevance'],
    needsJudge: true,
    options: {
      claims: judgeOptions.claims,
      votes: judgeOptions.votes,
      ...embeddingOptions,
      questions: { schema: z.int().min(1).max(20), help: 'how many are written to compare (default 3)', value: '<n>' },
    },
    unused: unusedRelevancy,
    create: async (options, { judge, embeddingFrom }) => {
      refuseUnusedOptions('answer-relevancy', options, unusedRelevancy(options))
      const { embedding, maxBatch, questions, claims, votes, name } = options
      const { answerRelevancy } = await metrics()
      if (embedding === undefined) return answerRelevancy({ judge: neededJudge(judge, 'answer_relevancy', AS_MODEL), claims, votes, name })
      const model = neededModel(judge, 'answer_relevancy')
      return answerRelevancy({ judge: model, embedding: await embeddingFrom(embedding, { maxBatch }), questions, name })
    },
    rebuild: (config, { adapterFrom, embeddingFrom }) => {
      if (Object.hasOwn(config, 'extractor')) {
        return Promise.all([metrics(), rebuiltSteps(config, {}, adapterFrom)]).then(([{ answerRelevancy }, steps]) =>
          answerRelevancy(steps),
        )
      }
      return Object.hasOwn(config, 'grader') ? again(readConfig(config, questionsConfig)) : undefined

      async function again({ grader, embedding, name }: z.infer<typeof questionsConfig>): Promise<AnyMetric> {
        const { judge, count, prompt, language } = grader
        const model = await adapterFrom(judge)
        const { answerRelevancy } = await metrics()
        return answerRelevancy({
          judge: model,
          embedding: await embeddingFrom(embedding),
          questions: count,
          prompts: { questions: prompt },
          language,
          name,
        })
      }
    },
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'factuality',
    aliases: ['model-graded-factuality'],
    needsJudge: true,
    options: {
      weights: {
        schema: z.strictObject({ subset: share, superset: share, same: share, disagrees: share, differs: share }).partial(),
        help: 'what each category counts, as subset: 0.4',
        flag: false,
      },
    },
    create: async (options, { judge }) => (await metrics()).factuality({ judge: neededModel(judge, 'factuality'), ...options }),
    rebuild: (config, { adapterFrom }) => {
      return Object.hasOwn(config, 'grader') ? again(readConfig(config, factualityConfig)) : undefined

      async function again({ grader, weights, name }: z.infer<typeof factualityConfig>): Promise<AnyMetric> {
        const { judge, prompt, language } = grader
        const model = await adapterFrom(judge)
        return (await metrics()).factuality({ judge: model, weights, prompts: { category: prompt }, language, name })
      }
    },
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'llm-rubric',
    aliases: ['model-graded-closedqa', 'closed-qa'],
    needsJudge: true,
    options: {
      rubric: { schema: z.string().min(1), help: 'what an answer is to meet', value: '<text>' },
      rubricPrompt: { schema: rubricPrompt, help: 'a prompt of yours, with {{output}} and {{rubric}}', flag: false },
    },
    create: async ({ rubric, ...options }, { judge }) => {
      if (rubric === undefined) throw configError('llm_rubric needs a rubric: the criterion for an answer. Add --rubric <text>.')
      return (await metrics()).llmRubric({ judge: neededModel(judge, 'llm_rubric'), rubric, ...options })
    },
    rebuild: (config, { adapterFrom }) => {
      return Object.hasOwn(config, 'grader') ? again(readConfig(config, rubricConfig)) : undefined

      async function again({ grader, name }: z.infer<typeof rubricConfig>): Promise<AnyMetric> {
        const { judge, criterion: rubric, rubricPrompt: prompt, prompt: parts, language } = grader
        const model = await adapterFrom(judge)
        const prompts = parts === undefined ? undefined : { rubric: parts }
        return (await metrics()).llmRubric({ judge: model, rubric, rubricPrompt: prompt, prompts, language, name })
      }
    },
  }),
]

function unusedRelevancy({ embedding }: { readonly embedding?: string }): Readonly<Record<string, string>> {
  if (embedding === undefined) {
    const why = 'is for relevancy by questions, which needs an embedding model. Add --embedding <id>, or leave it out.'
    return { questions: why, maxBatch: why }
  }
  const why = 'has no effect beside an embedding model, by which questions are compared and nothing is split. Leave it out.'
  return { claims: why, votes: why }
}
