import * as z from 'zod'
import type { OptionTable } from './option.ts'

/** Options of every metric that compares texts by a model of embeddings. */
export const embeddingOptions = {
  embedding: {
    schema: z.string().min(1),
    help: 'compare by this model, as openai:text-embedding-3-small',
    value: '<id>',
    holds: 'id',
  },
  maxBatch: { schema: z.int().min(1), help: 'the most texts in one request to a model of embeddings', value: '<n>' },
} as const satisfies OptionTable
