import {
  defineMetricEntry,
  embeddingOptions,
  type MetricEntry,
  type MetricSurroundings,
  type OptionTable,
  refuseUnusedOptions,
} from '@assay/options'
import type { SimilarityFn } from '@assay/core'
import * as z from 'zod'

const compared = {
  similarity: { schema: z.string().min(1), help: 'how texts are compared (default levenshtein)', value: '<id>', holds: 'id' },
  ...embeddingOptions,
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
    unused: ({ soft, ...compare }) => ({
      ...(soft === true ? { explain: 'has no effect beside soft, which names every best match by itself. Leave it out.' } : {}),
      ...unusedComparing(compare),
    }),
    create: async (options, given) => (await metrics()).nonLlmContextRecall(await withSimilarity('non-llm-context-recall', options, given)),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'non-llm-context-precision',
    aliases: ['NonLLMContextPrecision', 'NonLLMContextPrecisionWithReference'],
    options: compared,
    unused: unusedComparing,
    create: async (options, given) =>
      (await metrics()).nonLlmContextPrecision(await withSimilarity('non-llm-context-precision', options, given)),
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'non-llm-average-precision-retrieved',
    options: compared,
    unused: unusedComparing,
    create: async (options, given) =>
      (await metrics()).nonLlmAveragePrecisionRetrieved(await withSimilarity('non-llm-average-precision-retrieved', options, given)),
  }),
]

type Comparing = {
  readonly similarity?: string | undefined
  readonly embedding?: string | undefined
  readonly maxBatch?: number | undefined
}

function unusedComparing({ similarity, embedding }: Comparing): Readonly<Record<string, string | undefined>> {
  const id = similarity ?? (embedding === undefined ? '' : 'embedding:')
  return {
    embedding: similarity === undefined ? undefined : `has no effect beside similarity, which is ${similarity}. Leave one of the two out.`,
    maxBatch: id.startsWith('embedding:')
      ? undefined
      : 'is for similarities that ask a model, as in --embedding openai:text-embedding-3-small. Leave it out.',
  }
}

type WithSimilarity<Options> = Omit<Options, keyof Comparing> & { readonly similarity?: SimilarityFn }

/** The options, with the similarity function in place of its id. */
async function withSimilarity<Options extends Comparing>(
  type: string,
  { similarity, embedding, maxBatch, ...options }: Options,
  { similarityFrom }: MetricSurroundings,
): Promise<WithSimilarity<Options>> {
  refuseUnusedOptions(type, { embedding, maxBatch }, unusedComparing({ similarity, embedding }))
  const id = similarity ?? (embedding === undefined ? undefined : `embedding:${embedding}`)
  return id === undefined ? options : { ...options, similarity: await similarityFrom(id, { maxBatch }) }
}
