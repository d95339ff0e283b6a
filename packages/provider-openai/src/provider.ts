import type { EmbeddingAdapter, LLMAdapter } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'
import { capabilitiesOf, type OpenAICapabilities } from './capabilities.ts'
import type { Connection } from './connection.ts'
import { createEmbedding, type OpenAIEmbeddingOptions } from './embedding.ts'
import { createModel } from './model.ts'
import { checkModelOptions, isToThink, type OpenAIApi, type OpenAIModelOptions } from './model-options.ts'

/** Options for all models of a server. */
export type ServerOptions = {
  /** Capabilities of all models of this server, if they differ from those inferred from their names. */
  readonly capabilities?: Partial<OpenAICapabilities> | undefined
  /**
   * The API to call. Default `chat`, for chat completions. `responses` is refused for servers other than OpenAI, unless
   * `capabilities.responsesApi` is set.
   */
  readonly api?: OpenAIApi | undefined
}

export type OpenAIProvider = {
  /** @throws AssayError `config` for invalid options. */
  (modelId: string, options?: OpenAIModelOptions): LLMAdapter
  /** A model for embeddings, called in batches. @throws AssayError `config` for invalid options. */
  readonly embedding: (modelId: string, options?: OpenAIEmbeddingOptions) => EmbeddingAdapter
}

const TIERS = Object.freeze(['auto', 'default', 'flex', 'priority'])
const WITH_TIERS: ReadonlySet<string> = new Set(['openai', 'azure'])

/** Creates models, each with its own connection, so that the environment is read when the model is created. */
export function createProvider(connect: () => Connection, ofServer: ServerOptions): OpenAIProvider {
  const model = (modelId: string, given: OpenAIModelOptions = {}): LLMAdapter => {
    const connection = connect()
    const api = given.api ?? ofServer.api ?? 'chat'
    const options = checkModelOptions(modelId, { ...given, api }, connection.provider)
    const capabilities = capabilitiesOf(modelId, connection.service, {
      // With thinking, most models accept only their default temperature.
      ...(isToThink(options) ? { temperature: false } : {}),
      ...(WITH_TIERS.has(connection.provider) ? { serviceTiers: TIERS } : {}),
      ...ofServer.capabilities,
      ...options.capabilities,
    })
    if (api !== 'responses') return createModel(connection, modelId, options, capabilities)
    if (!capabilities.responsesApi) {
      createOptionChecks(connection.provider).fail(
        `api is "responses", which ${connection.where} is not known to have. Leave it out, or set \`capabilities: { responsesApi: true }\` if it has.`,
      )
    }
    // The Responses API has no seed.
    return createModel(connection, modelId, options, Object.freeze({ ...capabilities, seed: false }))
  }
  return Object.assign(model, {
    embedding: (modelId: string, given?: OpenAIEmbeddingOptions) => createEmbedding(connect(), modelId, given),
  })
}
