import type { JsonObject, LLMCapabilities } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'

/** As in the API. The accepted types and the default depend on the model. */
export type AnthropicThinking =
  | { readonly type: 'adaptive' | 'disabled' | 'between_tools'; readonly display?: 'summarized' | 'omitted' }
  | { readonly type: 'enabled'; readonly budget_tokens: number; readonly display?: 'summarized' | 'omitted' }

export type AnthropicModelOptions = {
  /** From 0 to 1. Overrides the choice of the metric. Models after 4.6 refuse it. */
  readonly temperature?: number | undefined
  /**
   * The maximum number of tokens of a reply, thinking included. Overrides the size that the metric chooses; without either it is
   * 16,384, since the API requires a limit.
   */
  readonly maxOutputTokens?: number | undefined
  /** A `budget_tokens` is added to the size a metric chooses. */
  readonly thinking?: AnthropicThinking | undefined
  /**
   * Any other field of the request body, as in `{ output_config: { effort: 'low' } }`. It is part of the fingerprint, so it must not hold
   * secrets.
   */
  readonly extraBody?: JsonObject | undefined
  /** Capabilities of this model, if they differ from those inferred from its name. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
}

/** Fields that the adapter writes itself, with what to use instead. */
const RESERVED: Readonly<Record<string, string>> = {
  model: 'the first argument',
  messages: 'the call',
  system: 'the call',
  stream: 'nothing: a judge reads whole replies',
  tools: 'capabilities.structuredOutput',
  tool_choice: 'capabilities.structuredOutput',
  temperature: 'the option temperature',
  max_tokens: 'the option maxOutputTokens',
  thinking: 'the option thinking',
}

const check = createOptionChecks('anthropic')

/**
 * Checks options and returns a copy, which later changes to the given object do not affect.
 * @throws AssayError `config` that names the option and its accepted values.
 */
export function checkModelOptions(modelId: string, options: AnthropicModelOptions): AnthropicModelOptions {
  const { temperature, maxOutputTokens, thinking, extraBody } = options
  check.modelId(modelId, 'anthropic("claude-sonnet-5-5")')
  check.between('temperature', temperature, 0, 1)
  check.count('maxOutputTokens', maxOutputTokens)
  if (thinking?.type === 'enabled') check.count('thinking.budget_tokens', thinking.budget_tokens)
  const copied = { ...options, ...(thinking === undefined ? {} : { thinking: { ...thinking } }) }
  if (extraBody === undefined) return copied
  const fields = check.fields('extraBody', extraBody, RESERVED)
  const outputConfig = fields['output_config']
  if (typeof outputConfig === 'object' && outputConfig !== null && 'format' in outputConfig) {
    check.fail('extraBody cannot hold "output_config.format". Use capabilities.structuredOutput.')
  }
  return { ...copied, extraBody: fields }
}
