import { connectionOptions, defineProviderEntry, modelOptions, type ProviderEntry } from '@assay/options'
import * as z from 'zod'
import type { AnthropicThinking } from './model-options.ts'

const { temperature, maxOutputTokens, extraBody, capabilities } = modelOptions
const thinking = z.custom<AnthropicThinking>((value) => typeof value === 'object' && value !== null && 'type' in value, 'a map with a type')

export const entries: readonly ProviderEntry[] = [
  defineProviderEntry({
    kind: 'provider',
    name: 'anthropic',
    title: 'Anthropic',
    aliases: ['claude'],
    example: 'anthropic:claude-sonnet-5-5',
    keyVariables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    ambientVariables: ['ANTHROPIC_CUSTOM_HEADERS'],
    modelNames: /^claude/i,
    options: {
      ...connectionOptions,
      temperature,
      maxOutputTokens,
      thinking: { schema: thinking, help: 'as in the API', flag: false },
      extraBody,
      capabilities,
    },
    judge: async (model, { baseURL, apiKey, headers, ...options }) => {
      const { createAnthropic } = await import('./index.ts')
      // A server without a key must not get the token of the environment.
      const withoutToken = apiKey === null ? { authToken: null } : {}
      return createAnthropic({ baseURL, apiKey, headers, ...withoutToken })(model, options)
    },
  }),
]
