import type { JsonObject } from '@assay/core'
import { createOptionChecks, isRecord } from '@assay/provider-kit'
import type { OpenAICapabilities } from './capabilities.ts'

export type OpenAIApi = 'chat' | 'responses'

export type OpenAIModelOptions = {
  /** Overrides the choice of the metric. Reasoning models refuse it. */
  readonly temperature?: number | undefined
  /** Used if a call has no seed. The Responses API has none. */
  readonly seed?: number | undefined
  /** The maximum number of tokens of a reply, reasoning included. Overrides the size that the metric chooses. */
  readonly maxOutputTokens?: number | undefined
  readonly reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
  /** Any other field of the request body, as in `{ top_p: 0.9 }`. It is part of the fingerprint, so it must not hold secrets. */
  readonly extraBody?: JsonObject | undefined
  /** Capabilities of this model, if they differ from those inferred from its name. */
  readonly capabilities?: Partial<OpenAICapabilities> | undefined
  /** The API to call. Default: that of the server's options. */
  readonly api?: OpenAIApi | undefined
}

/** Fields that the adapter writes itself in both APIs, with what to use instead. */
const RESERVED = {
  model: 'the first argument',
  stream: 'nothing: a judge reads whole replies',
  stream_options: 'nothing: a judge reads whole replies',
  tools: 'capabilities.structuredOutput',
  tool_choice: 'capabilities.structuredOutput',
  temperature: 'the option temperature',
}

const RESERVED_IN: Readonly<Record<OpenAIApi, Readonly<Record<string, string>>>> = {
  chat: {
    ...RESERVED,
    messages: 'the call',
    n: 'votes or repeats',
    response_format: 'capabilities.structuredOutput',
    seed: 'the option seed',
    random_seed: 'the option seed',
    max_tokens: 'the option maxOutputTokens',
    max_completion_tokens: 'the option maxOutputTokens',
    reasoning_effort: 'the option reasoningEffort',
  },
  responses: {
    ...RESERVED,
    input: 'the call',
    instructions: 'the call',
    background: 'nothing: a judge waits for its reply',
    previous_response_id: 'nothing: every call stands alone',
    conversation: 'nothing: every call stands alone',
    max_output_tokens: 'the option maxOutputTokens',
  },
}

/**
 * Checks options and returns a copy, which later changes to the given object do not affect.
 * @throws AssayError `config` that names the option and its accepted values.
 */
export function checkModelOptions(modelId: string, options: OpenAIModelOptions, provider: string): OpenAIModelOptions {
  const { temperature, seed, maxOutputTokens, reasoningEffort, extraBody, api = 'chat' } = options
  const check = createOptionChecks(provider)
  check.modelId(modelId, 'openai("gpt-5-mini")')
  if (!Object.hasOwn(RESERVED_IN, api)) check.fail(`api is "${api}"; it must be "chat" or "responses".`)
  check.between('temperature', temperature, 0, 2)
  check.wholeNumber('seed', seed)
  check.count('maxOutputTokens', maxOutputTokens)
  if (api === 'responses' && seed !== undefined) check.fail('seed is set, which the Responses API does not support. Leave one of them out.')
  if (extraBody === undefined) return { ...options }
  const fields = check.fields('extraBody', extraBody, RESERVED_IN[api])
  if (api === 'responses') {
    if (holds(fields['text'], 'format')) check.fail('extraBody cannot hold "text.format". Use capabilities.structuredOutput.')
    if (reasoningEffort !== undefined && holds(fields['reasoning'], 'effort')) {
      check.fail('extraBody holds "reasoning.effort", and reasoningEffort is set. Keep one of them.')
    }
  }
  return { ...options, extraBody: fields }
}

/** Whether the user turned thinking on, by the option or by any of the fields that servers have for it. */
export function isToThink({ reasoningEffort, extraBody = {} }: OpenAIModelOptions): boolean {
  if (reasoningEffort !== undefined) return reasoningEffort !== 'none'
  const { reasoning, thinking, enable_thinking: enabled } = extraBody
  return reasoning !== undefined || (thinking !== undefined && !holdsType(thinking, 'disabled')) || enabled === true
}

function holdsType(value: unknown, type: string): boolean {
  return isRecord(value) && value['type'] === type
}

function holds(value: unknown, field: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
}
