import type { JsonObject, LLMCapabilities } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'

/** As the API writes it. Which types a model takes, and what it does without, differs from model to model. */
export type AnthropicThinking =
  | { readonly type: 'adaptive' | 'disabled' | 'between_tools'; readonly display?: 'summarized' | 'omitted' }
  | { readonly type: 'enabled'; readonly budget_tokens: number; readonly display?: 'summarized' | 'omitted' }

export type AnthropicModelOptions = {
  /** From 0 to 1. Beats what a metric would choose. Models after 4.6 refuse it. */
  readonly temperature?: number | undefined
  /**
   * The most tokens a reply may take, thinking included. Beats the size a metric would choose; without either it is 16,384, since
   * the API wants a number.
   */
  readonly maxOutputTokens?: number | undefined
  /** A `budget_tokens` is added to the size a metric chooses. */
  readonly thinking?: AnthropicThinking | undefined
  /** Any other field of the request body, as in `{ output_config: { effort: 'low' } }`. It stands in the fingerprint: no secrets here. */
  readonly extraBody?: JsonObject | undefined
  /** What this model takes, where its name does not tell. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
}

/** Fields that the adapter writes itself, and where to set them instead. */
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
 * A copy that later changes to the given object do not reach.
 * @throws AssayError `config` naming the option and what it should be.
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
