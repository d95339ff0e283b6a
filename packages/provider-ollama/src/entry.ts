import { connectionOptions, defineProviderEntry, modelOptions, type ProviderEntry } from '@assay/options'
import * as z from 'zod'

const { temperature, seed, maxOutputTokens, extraBody, capabilities } = modelOptions

export const entries: readonly ProviderEntry[] = [
  defineProviderEntry({
    kind: 'provider',
    name: 'ollama',
    title: 'Ollama',
    note: '`OLLAMA_HOST` sets its address. For https://ollama.com the key is `OLLAMA_API_KEY`.',
    example: 'ollama:qwen3:8b',
    modelNames: /^(?:llama|qwen|mistral|gemma|phi|deepseek)/i,
    options: {
      ...connectionOptions,
      temperature,
      seed,
      maxOutputTokens,
      numCtx: { schema: z.union([z.int(), z.literal('auto')]), help: 'context window in tokens (default auto)', flag: false },
      keepAlive: { schema: z.union([z.string(), z.number()]), help: 'how long the model stays loaded after a reply', flag: false },
      think: {
        schema: z.union([z.boolean(), z.enum(['low', 'medium', 'high'])]),
        help: 'whether, or how hard, the model thinks',
        flag: false,
      },
      options: { ...extraBody, help: 'other options of Ollama, as in { "top_p": 0.9 }' },
      capabilities,
    },
    judge: async (model, { baseURL, apiKey, headers, ...options }) => {
      const { createOllama } = await import('./index.ts')
      return createOllama({ baseURL, apiKey, headers })(model, options)
    },
    embedding: async (model, options) => (await import('./index.ts')).ollama.embedding(model, options),
  }),
]
