import { AssayError, canonicalJson, type JsonObject } from '@assay/core'
import type { OpenAICapabilities } from './capabilities.ts'

export type OpenAIModelOptions = {
  /** Beats what a metric would choose. Models that reason refuse it. */
  readonly temperature?: number | undefined
  /** Used where a call has no seed of its own. */
  readonly seed?: number | undefined
  /** The most tokens a reply may take, reasoning included. Beats the size a metric would choose. */
  readonly maxOutputTokens?: number | undefined
  readonly reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
  /** Any other field of the request body, as in `{ top_p: 0.9 }`. It stands in the fingerprint: no secrets here. */
  readonly extraBody?: JsonObject | undefined
  /** What this model takes, where its name does not tell. */
  readonly capabilities?: Partial<OpenAICapabilities> | undefined
}

/** Fields that the adapter writes itself, and where to set them instead. */
const RESERVED: Readonly<Record<string, string>> = {
  model: 'the first argument',
  messages: 'the call',
  stream: 'nothing: a judge reads whole replies',
  stream_options: 'nothing: a judge reads whole replies',
  n: 'votes or repeats',
  response_format: 'capabilities.structuredOutput',
  tools: 'capabilities.structuredOutput',
  tool_choice: 'capabilities.structuredOutput',
  temperature: 'the option temperature',
  seed: 'the option seed',
  max_tokens: 'the option maxOutputTokens',
  max_completion_tokens: 'the option maxOutputTokens',
  reasoning_effort: 'the option reasoningEffort',
}

/**
 * A copy that later changes to the given object do not reach.
 * @throws AssayError `config` naming the option and what it should be.
 */
export function checkModelOptions(modelId: string, options: OpenAIModelOptions): OpenAIModelOptions {
  const { temperature, seed, maxOutputTokens, extraBody } = options
  if (modelId.trim() === '') throw invalid('The model id is blank. Name a model, as in openai("gpt-5-mini").')
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2))
    throw invalid(`temperature is ${temperature}; it goes from 0 to 2.`)
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw invalid(`seed is ${seed}; it must be a whole number.`)
  if (maxOutputTokens !== undefined && !(Number.isSafeInteger(maxOutputTokens) && maxOutputTokens > 0)) {
    throw invalid(`maxOutputTokens is ${maxOutputTokens}; it must be a whole number above 0.`)
  }
  if (extraBody === undefined) return { ...options }
  for (const field of Object.keys(extraBody)) {
    if (Object.hasOwn(RESERVED, field)) throw invalid(`extraBody cannot hold "${field}". Use ${RESERVED[field] ?? 'an option'}.`)
  }
  try {
    canonicalJson(extraBody)
  } catch (error) {
    throw invalid('extraBody holds what JSON cannot.', error)
  }
  return { ...options, extraBody: structuredClone(extraBody) }
}

function invalid(message: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'config', message, cause, provider: 'openai' })
}
