import type { LLMCapabilities } from '@assay/core'

export type OpenAICapabilities = LLMCapabilities & {
  /**
   * The name that the server has for the limit of output tokens. Default `max_completion_tokens`, or that of the preset; older servers
   * know `max_tokens`.
   */
  readonly maxTokensParameter: 'max_completion_tokens' | 'max_tokens'
  /** The name that the server has for the seed. Default `seed`, or that of the preset. */
  readonly seedParameter: 'seed' | 'random_seed'
  /** Whether the server has the Responses API. Default: OpenAI itself only; set it by hand for another one that has it. */
  readonly responsesApi: boolean
}

/** Reasoning families, which refuse a temperature other than their own. */
const REASONING = /^(?:o\d|gpt-(?:[5-9]|[1-9]\d)(?![\d]*-chat))/
/** Families older than `json_schema`, which take a forced tool call. */
const BEFORE_JSON_SCHEMA = /^(?:gpt-3\.5|gpt-4(?:$|-(?:\d|turbo|32k|vision))|gpt-4o-2024-05-13)/

/** What a server is known for, whatever model it is asked. */
export type Service = {
  readonly isOpenAI: boolean
  /** OpenAI's models in another house, under the names of deployments. */
  readonly isAzure?: boolean
  /** Its names for fields, where they are others than OpenAI's. */
  readonly maxTokensParameter?: OpenAICapabilities['maxTokensParameter']
  readonly seedParameter?: OpenAICapabilities['seedParameter']
}

/**
 * What a model is known to take, by its name; a deployment may be named anything, so what is given by hand wins.
 */
export function capabilitiesOf(modelId: string, service: Service, byHand: Partial<OpenAICapabilities> = {}): OpenAICapabilities {
  const family = familyOf(modelId)
  return Object.freeze({
    structuredOutput: BEFORE_JSON_SCHEMA.test(family) ? 'tool' : 'native',
    temperature: !REASONING.test(family),
    seed: true,
    maxTokensParameter: service.maxTokensParameter ?? 'max_completion_tokens',
    seedParameter: service.seedParameter ?? 'seed',
    responsesApi: service.isOpenAI,
    ...byHand,
  })
}

/** `openai/gpt-5-mini` and `ft:gpt-4o-mini:org::id` without what stands around the family. */
function familyOf(modelId: string): string {
  const name = modelId.slice(modelId.lastIndexOf('/') + 1).toLowerCase()
  return name.startsWith('ft:') ? name.slice(3) : name
}
