import type { EmbeddingAdapter, LLMAdapter } from '@assay/core'
import { createOptionChecks } from '@assay/provider-kit'
import { capabilitiesOf, type OpenAICapabilities } from './capabilities.ts'
import type { Connection } from './connection.ts'
import { createEmbedding, type OpenAIEmbeddingOptions } from './embedding.ts'
import { createModel } from './model.ts'
import { checkModelOptions, isToThink, type OpenAIApi, type OpenAIModelOptions } from './model-options.ts'

/** What holds for all models of a server. */
export type ServerOptions = {
  /** What all models of this server take, where their names do not tell. */
  readonly capabilities?: Partial<OpenAICapabilities> | undefined
  /**
   * Which API to ask. Default `chat`, for chat completions; `responses` is refused where the server is not OpenAI, unless
   * `capabilities.responsesApi` says that it has it.
   */
  readonly api?: OpenAIApi | undefined
}

export type OpenAIProvider = {
  /** @throws AssayError `config` for options that cannot be meant. */
  (modelId: string, options?: OpenAIModelOptions): LLMAdapter
  /** A model for embeddings, asked in batches. @throws AssayError `config` for options that cannot be meant. */
  readonly embedding: (modelId: string, options?: OpenAIEmbeddingOptions) => EmbeddingAdapter
}

const TIERS = Object.freeze(['auto', 'default', 'flex', 'priority'])
const WITH_TIERS: ReadonlySet<string> = new Set(['openai', 'azure'])

/** Models behind a connection that is made anew for each: by then the environment has its say. */
export function createProvider(connect: () => Connection, ofServer: ServerOptions): OpenAIProvider {
  const model = (modelId: string, given: OpenAIModelOptions = {}): LLMAdapter => {
    const connection = connect()
    const api = given.api ?? ofServer.api ?? 'chat'
    const options = checkModelOptions(modelId, { ...given, api }, connection.provider)
    const capabilities = capabilitiesOf(modelId, connection.service, {
      // What thinks because the user said so mostly takes no temperature but its own.
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
    // That API knows no seed.
    return createModel(connection, modelId, options, Object.freeze({ ...capabilities, seed: false }))
  }
  return Object.assign(model, {
    embedding: (modelId: string, given?: OpenAIEmbeddingOptions) => createEmbedding(connect(), modelId, given),
  })
}
