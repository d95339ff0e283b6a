import { defineMetricEntry, type MetricEntry, type MetricSurroundings, type OptionTable } from '@assay/options'
import type { SimilarityFn } from '@assay/core'
import * as z from 'zod'

const compared = {
  similarity: { schema: z.string().min(1), help: 'how texts are compared (default levenshtein)', value: '<id>', holds: 'id' },
  maxBatch: {
    schema: z.int().min(1),
    help: 'the most texts in one request to a model of embeddings',
    value: '<n>',
  },
  threshold: { schema: z.number().min(0).max(1), help: 'what counts as found (default 0.5)', value: '<0…1>' },
  strict: { schema: z.boolean(), help: 'only above the threshold, as in ragas' },
  normalize: { schema: z.boolean(), help: 'compare texts after Unicode normalization (NFC)', default: true },
} as const satisfies OptionTable

const metrics = () => import('./index.ts')

/** The metrics by similarity of texts. */
export const entries: readonly MetricEntry[] = [
  defineMetricEntry({
    kind: 'metric',
    type: 'non-llm-context-recall',
    aliases: ['NonLLMContextRecall'],
    options: {
      ...compared,
      soft: { schema: z.boolean(), help: 'no threshold: the mean of the best similarities' },
      explain: { schema: z.boolean(), help: 'name the best match of each reference context' },
      distinct: { schema: z.boolean(), help: 'count repeated reference contexts once' },
    },
    unused: ({ soft, similarity }) => ({
      ...(soft === true ? { explain: 'has no effect beside soft, which names every best match by itself. Leave it out.' } : {}),
      ...unusedBatch(similarity),
    }),
    create: async (options, given) => (await metrics()).nonLlmContextRecall(await withSimilarity(options, given)),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'non-llm-context-precision',
    aliases: ['NonLLMContextPrecision', 'NonLLMContextPrecisionWithReference'],
    options: compared,
    unused: ({ similarity }) => unusedBatch(similarity),
    create: async (options, given) => (await metrics()).nonLlmContextPrecision(await withSimilarity(options, given)),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'non-llm-average-precision-retrieved',
    options: compared,
    unused: ({ similarity }) => unusedBatch(similarity),
    create: async (options, given) => (await metrics()).nonLlmAveragePrecisionRetrieved(await withSimilarity(options, given)),
  }),
]

function unusedBatch(similarity: string | undefined): Readonly<Record<string, string | undefined>> {
  if (similarity?.startsWith('embedding:') === true) return {}
  return { maxBatch: 'is for similarities that ask a model, as in embedding:openai:text-embedding-3-small. Leave it out.' }
}

type WithSimilarity<Options> = Omit<Options, 'similarity' | 'maxBatch'> & { readonly similarity?: SimilarityFn }

/** The options, with the similarity function in place of its id. */
async function withSimilarity<Options extends { readonly similarity?: string; readonly maxBatch?: number }>(
  { similarity: id, maxBatch, ...options }: Options,
  { similarityFrom }: MetricSurroundings,
): Promise<WithSimilarity<Options>> {
  return id === undefined ? options : { ...options, similarity: await similarityFrom(id, { maxBatch }) }
}
