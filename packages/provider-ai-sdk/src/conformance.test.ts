import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { patientFetch } from '@assay/provider-kit'
import { type AdapterPlace, testLLMAdapter } from '@assay/testkit'
import { createGoogleGenerativeAI as createGoogleV2 } from 'google-v2'
import { createGoogleGenerativeAI as createGoogleV3 } from 'google-v3'
import { createMistral as createMistralV2 } from 'mistral-v2'
import { createMistral as createMistralV3 } from 'mistral-v3'
import { createOpenAI as createOpenAIV2 } from 'openai-v2'
import { createOpenAI as createOpenAIV3 } from 'openai-v3'
import { describe, test } from 'vitest'
import { alwaysCounting, anthropicServer, googleServer, mistralServer, openAIServer, responsesServer } from './__fixtures__/servers.ts'
import { fromAiSdk } from './from-ai-sdk.ts'
import type { AiSdkModelOptions } from './model-options.ts'
import type { AiSdkLanguageModel } from './model-shape.ts'

type Subject = {
  readonly make: (connection: { baseURL: string; apiKey: string; fetch: typeof fetch }, modelId: string) => AiSdkLanguageModel
  readonly server: Parameters<typeof testLLMAdapter>[0]['server']
  readonly modelId?: string
  /** Checks that fail, each with what the package does instead. */
  readonly exceptions?: Readonly<Record<string, string>>
}

const noUsage = {
  'a usage that is not reported is unknown: null, never 0': 'its schema takes no answer without counts',
}
const ownSchema = Object.fromEntries(
  [
    'output in mode native is asked for as such, or refused by name',
    'output in mode tool is asked for as such, or refused by name',
    'output in the mode of its capabilities is asked for as such',
  ].map((name) => [name, 'it writes a schema anew, in the dialect of OpenAPI']),
)

const subjects: Readonly<Record<string, Subject>> = {
  'OpenAI, chat, v4': { make: (at, id) => createOpenAI(at).chat(id), server: openAIServer },
  'OpenAI, chat, v3': { make: (at, id) => createOpenAIV3(at).chat(id), server: openAIServer },
  'OpenAI, chat, v2': { make: (at, id) => createOpenAIV2(at).chat(id), server: openAIServer },
  'OpenAI, responses, v4': { make: (at, id) => createOpenAI(at).responses(id), server: responsesServer },
  'OpenAI, responses, v3': { make: (at, id) => createOpenAIV3(at).responses(id), server: responsesServer },
  'OpenAI, responses, v2': {
    make: (at, id) => createOpenAIV2(at).responses(id),
    server: alwaysCounting(responsesServer),
    exceptions: { ...noUsage, 'tells finish reason refusal': 'its schema knows no refusal' },
  },
  'openai-compatible, v4': {
    make: (at, id) => createOpenAICompatible({ ...at, name: 'local', supportsStructuredOutputs: true })(id),
    server: openAIServer,
  },
  'Mistral, v4': { make: (at, id) => createMistral(at)(id), server: mistralServer, exceptions: noUsage },
  'Mistral, v3': { make: (at, id) => createMistralV3(at)(id), server: mistralServer, exceptions: noUsage },
  'Mistral, v2': {
    make: (at, id) => createMistralV2(at)(id),
    server: mistralServer,
    exceptions: {
      ...noUsage,
      'counts one call and the tokens that the server reports (inputTokens, outputTokens, cachedInputTokens)': 'it drops cached tokens',
    },
  },
  'Anthropic, v4': {
    make: (at, id) => createAnthropic(at)(id),
    server: anthropicServer,
    modelId: 'claude-sonnet-4-5',
    exceptions: noUsage,
  },
  'Google, v4': { make: (at, id) => createGoogle(at)(id), server: googleServer },
  'Google, v3': { make: (at, id) => createGoogleV3(at)(id), server: googleServer, exceptions: ownSchema },
  'Google, v2': {
    make: (at, id) => createGoogleV2(at)(id),
    server: googleServer,
    exceptions: {
      ...ownSchema,
      'counts one call and the tokens that the server reports (inputTokens, outputTokens, cachedInputTokens, reasoningTokens)':
        'it leaves thoughts out of the tokens of the reply, though they are charged',
    },
  },
}

const parameters: readonly AiSdkModelOptions[] = [
  { temperature: 0.3 },
  { maxOutputTokens: 99 },
  { providerOptions: { openai: { serviceTier: 'flex' } } },
  { fingerprint: { middleware: 'short answers' } },
]

describe.each(Object.entries(subjects))(
  'a model of the AI SDK is an LLMAdapter: %s',
  (_name, { make, server, modelId, exceptions = {} }) => {
    const checks = testLLMAdapter<AiSdkModelOptions>({
      create: ({ url, apiKey = '', modelId: id }: AdapterPlace, options) =>
        fromAiSdk(make({ baseURL: url, apiKey, fetch: patientFetch }, id), options),
      ...(modelId === undefined ? {} : { modelId }),
      parameters,
      ...(server === undefined ? {} : { server }),
    })
    for (const { name, run } of checks) (Object.hasOwn(exceptions, name) ? test.fails : test)(name, run)
  },
)
