import { configError } from '@assay/core'
import { connectionOptions, defineProviderEntry, modelOptions, type OptionTable, type ProviderEntry } from '@assay/options'
import * as z from 'zod'

const ofModel = {
  ...modelOptions,
  reasoningEffort: {
    schema: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
    help: 'how hard a reasoning model thinks',
    flag: false,
  },
  api: { schema: z.enum(['chat', 'responses']), help: 'which API is asked (default chat)', flag: false },
} as const satisfies OptionTable

const AMBIENT = ['OPENAI_CUSTOM_HEADERS']
const provider = () => import('./index.ts')

export const entries: readonly ProviderEntry[] = [
  defineProviderEntry({
    kind: 'provider',
    name: 'openai',
    example: 'openai:gpt-5-mini',
    keyVariable: 'OPENAI_API_KEY',
    ambientVariables: AMBIENT,
    modelNames: /^(?:gpt|chatgpt|o\d)/i,
    options: { ...connectionOptions, ...ofModel },
    judge: async (model, { baseURL, apiKey, headers, ...options }) => {
      const { createOpenAI } = await provider()
      return createOpenAI({ baseURL, apiKey, headers })(model, options)
    },
    embedding: async (model) => (await provider()).openai.embedding(model),
  }),
  defineProviderEntry({
    kind: 'provider',
    name: 'azure',
    example: 'azure:my-deployment',
    which: 'deployment',
    ambientVariables: AMBIENT,
    options: {
      ...connectionOptions,
      apiVersion: { schema: z.string().min(1), help: 'version of the API, as in 2024-10-21', flag: false },
      ...ofModel,
    },
    judge: async (deployment, { baseURL: endpoint, apiKey, headers, apiVersion, ...options }) => {
      const { createAzureOpenAI } = await provider()
      if (apiKey === null) {
        throw configError('The judge "azure" at an address of your own needs its apiKey beside it.')
      }
      return createAzureOpenAI({ endpoint, apiKey, headers, apiVersion })(deployment, options)
    },
    embedding: async (deployment) => (await provider()).createAzureOpenAI().embedding(deployment),
  }),
]
