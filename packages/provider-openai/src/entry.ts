import { configError } from '@assay/core'
import { connectionOptions, defineProviderEntry, modelOptions, type OptionTable, type ProviderEntry } from '@assay/options'
import * as z from 'zod'
import { type Preset, presets, type PresetName } from './presets.ts'

const ofModel = {
  ...modelOptions,
  reasoningEffort: {
    schema: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
    help: 'how hard a reasoning model thinks',
    flag: false,
  },
  api: { schema: z.enum(['chat', 'responses']), help: 'which API is called (default chat)', flag: false },
} as const satisfies OptionTable

const AMBIENT = ['OPENAI_CUSTOM_HEADERS']
const provider = () => import('./index.ts')
const ofPreset = { ...connectionOptions, ...ofModel }

export const entries: readonly ProviderEntry[] = [
  defineProviderEntry({
    kind: 'provider',
    name: 'openai',
    title: 'OpenAI',
    example: 'openai:gpt-5-mini',
    keyVariables: ['OPENAI_API_KEY'],
    note: 'And any server that speaks its protocol: `OPENAI_BASE_URL` sets its address, and then no key is needed.',
    ambientVariables: AMBIENT,
    modelNames: /^(?:gpt|chatgpt|o\d)/i,
    options: { ...connectionOptions, ...ofModel },
    judge: async (model, { baseURL, apiKey, headers, ...options }) => {
      const { createOpenAI } = await provider()
      return createOpenAI({ baseURL, apiKey, headers })(model, options)
    },
    embedding: async (model, options) => (await provider()).openai.embedding(model, options),
  }),
  defineProviderEntry({
    kind: 'provider',
    name: 'azure',
    title: 'Azure OpenAI',
    aliases: ['azure-openai', 'azureopenai', 'azure_openai'],
    example: 'azure:my-deployment',
    which: 'deployment',
    keyVariables: ['AZURE_OPENAI_API_KEY'],
    note: 'Needs `AZURE_OPENAI_ENDPOINT` and `OPENAI_API_VERSION`.',
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
    embedding: async (deployment, options) => (await provider()).createAzureOpenAI().embedding(deployment, options),
  }),
]

/** One entry per preset. */
export const presetEntries: readonly ProviderEntry[] = presets.map((preset: Preset & { readonly name: PresetName }) => {
  const { name, title, model, keyVariables, aliases, modelNames, note } = preset
  return defineProviderEntry({
    kind: 'provider',
    name,
    title,
    example: `${name}:${model}`,
    keyVariables,
    ...(aliases === undefined ? {} : { aliases }),
    ...(modelNames === undefined ? {} : { modelNames }),
    ...(note === undefined ? {} : { note }),
    options: ofPreset,
    judge: async (id, { baseURL, apiKey, headers, ...options }) => {
      const { createOpenAI } = await provider()
      return createOpenAI({ preset: name, baseURL, apiKey, headers })(id, options)
    },
    embedding: async (id, options) => (await provider()).createOpenAI({ preset: name }).embedding(id, options),
  })
})
