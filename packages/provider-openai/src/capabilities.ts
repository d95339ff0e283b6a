import type { LLMCapabilities } from '@assay/core'

export type OpenAICapabilities = LLMCapabilities & {
  /**
   * The server's name of the parameter that limits output tokens. Default `max_completion_tokens`, or that of the preset; older servers
   * use `max_tokens`.
   */
  readonly maxTokensParameter: 'max_completion_tokens' | 'max_tokens'
  /** The server's name of the seed parameter. Default `seed`, or that of the preset. */
  readonly seedParameter: 'seed' | 'random_seed'
  /** Whether the server has the Responses API. Default: only for OpenAI itself. */
  readonly responsesApi: boolean
}

/** Reasoning families, which refuse any temperature but their default. */
const REASONING = /^(?:o\d|gpt-(?:[5-9]|[1-9]\d)(?![\d]*-chat))/
/** Families older than `json_schema`, which support a forced tool call. */
const BEFORE_JSON_SCHEMA = /^(?:gpt-3\.5|gpt-4(?:$|-(?:\d|turbo|32k|vision))|gpt-4o-2024-05-13)/

/** Properties of a server, whatever the model. */
export type Service = {
  readonly isOpenAI: boolean
  /** OpenAI's models on Azure, under the names of deployments. */
  readonly isAzure?: boolean
  /** Names of parameters, if they differ from OpenAI's. */
  readonly maxTokensParameter?: OpenAICapabilities['maxTokensParameter']
  readonly seedParameter?: OpenAICapabilities['seedParameter']
}

/**
 * The capabilities of a model, inferred from its name. `byHand` overrides them, since the name of a deployment need not be the model's.
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

/** The model name in `openai/gpt-5-mini` or `ft:gpt-4o-mini:org::id`, in lower case. */
function familyOf(modelId: string): string {
  const name = modelId.slice(modelId.lastIndexOf('/') + 1).toLowerCase()
  return name.startsWith('ft:') ? name.slice(3) : name
}
