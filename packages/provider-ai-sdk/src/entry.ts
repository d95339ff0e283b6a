import type { JsonObject } from '@assay/core'
import { connectionOptions, defineProviderEntry, modelOptions, type ProviderEntry } from '@assay/options'
import * as z from 'zod'

const { temperature, seed, maxOutputTokens, capabilities, extraBody } = modelOptions
const settings = { ...extraBody, help: 'other settings of the package, as in { region: "eu-west-1" }' }

export const entries: readonly ProviderEntry[] = [
  defineProviderEntry({
    kind: 'provider',
    name: 'ai-sdk',
    title: 'any package of the AI SDK',
    aliases: ['aisdk', 'ai', 'vercel-ai-sdk'],
    example: 'ai-sdk:@ai-sdk/google:gemini-2.5-flash',
    which: 'package and model',
    note: 'The package has to be installed in your project.',
    untrusted(model, { baseURL }) {
      if (!model.startsWith('@ai-sdk/')) return 'loads code of a package other than @ai-sdk/…'
      // A package may send credentials by itself: some read tokens from files and from other services.
      return baseURL === undefined ? undefined : 'would send what its package finds as a key to a server that only the configuration names'
    },
    options: {
      ...connectionOptions,
      settings,
      temperature,
      seed,
      maxOutputTokens,
      reasoning: {
        schema: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
        help: 'how much a model thinks, for packages of version 4',
        flag: false,
      },
      providerOptions: {
        schema: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'a map of providers'),
        help: 'options of the SDK, by provider',
        flag: false,
      },
      capabilities,
    },
    judge: async (model, options, { folder }) => (await import('./named-model.ts')).namedJudge(model, options, folder),
    embedding: async (model, options, { folder }) => (await import('./named-model.ts')).namedEmbedding(model, options, folder),
  }),
]
