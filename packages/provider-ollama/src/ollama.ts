import type { EmbeddingAdapter, LLMAdapter, LLMCall, LLMCapabilities, LLMReply } from '@assay/core'
import { type Attempt, namesOfSet, perCall, withoutSecrets } from '@assay/provider-kit'
import { capabilitiesOf } from './capabilities.ts'
import { streamChat } from './chat.ts'
import { type Connection, createConnection, type OllamaConnectionOptions } from './connection.ts'
import { createContextWindow } from './context-window.ts'
import { createEmbedding, type OllamaEmbeddingOptions } from './embedding.ts'
import { failure, failureOf } from './failure.ts'
import { fingerprintOf } from './fingerprint.ts'
import { requestModelLimits } from './model-limits.ts'
import { checkModelOptions, type OllamaModelOptions } from './model-options.ts'
import { readReply } from './reply.ts'
import { buildRequest } from './request.ts'

export type OllamaOptions = OllamaConnectionOptions & {
  /** Capabilities of all models of this server, if they differ. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
}

export type OllamaProvider = {
  /** @throws AssayError `config` for invalid options. */
  (modelId: string, options?: OllamaModelOptions): LLMAdapter
  /** A model for embeddings, called in batches. @throws AssayError `config` for invalid options. */
  readonly embedding: (modelId: string, options?: OllamaEmbeddingOptions) => EmbeddingAdapter
}

/**
 * Models of an Ollama server, over its own protocol. Environment variables are read when a model is created; the SDK is loaded on its
 * first call. Each call sends one request; the runtime retries. Before the first call, the adapter requests the model's context window
 * from the server.
 *
 * ```ts
 * const judge = createOllama({ host: 'gpu-box:11434' })('qwen3:8b', { temperature: 0 })
 * ```
 */
export function createOllama(options: OllamaOptions = {}): OllamaProvider {
  const { capabilities, ...connectionOptions } = options
  const model = (modelId: string, given: OllamaModelOptions = {}): LLMAdapter => {
    const modelOptions = checkModelOptions(modelId, given)
    return createModel(createConnection(connectionOptions), modelId, modelOptions, { ...capabilities, ...modelOptions.capabilities })
  }
  return Object.assign(model, {
    embedding: (modelId: string, given?: OllamaEmbeddingOptions) => createEmbedding(createConnection(connectionOptions), modelId, given),
  })
}

/** Models of the server at `OLLAMA_HOST`, else of this machine: `ollama('qwen3:8b')`. */
export const ollama: OllamaProvider = createOllama()

function createModel(connection: Connection, modelId: string, options: OllamaModelOptions, byHand: Partial<LLMCapabilities>): LLMAdapter {
  const capabilities = capabilitiesOf(byHand)
  const { host, headers } = connection
  const fixed = options.numCtx === 'auto' ? undefined : options.numCtx
  const window = createContextWindow({ numCtx: fixed, contextWindow: byHand.contextWindow })
  const numKeep = typeof options.options?.['num_keep'] === 'number' ? options.options['num_keep'] : undefined
  const { temperature, seed, maxOutputTokens, think } = options
  const setByUser = namesOfSet({ ...options.options, temperature, seed, maxOutputTokens, numCtx: fixed, think })

  const generate = async (call: LLMCall, signal: AbortSignal | undefined, own: AbortSignal): Promise<LLMReply> => {
    const { request, size, replyTokens, warnings } = buildRequest(call, { modelId, capabilities, options })
    const attempt: Attempt = {
      provider: 'ollama',
      modelId,
      where: host.href,
      secrets: connection.secrets(),
      sent: { ...request },
      setByUser,
      signal,
    }
    try {
      const client = await connection.open(attempt, own)
      const { numCtx, largest } = await window.sizeFor(size, replyTokens, () => requestModelLimits(client, attempt, own))
      if (largest !== undefined && size.least > largest) {
        throw failure('context_overflow', `was not called: at least ${size.least} tokens do not fit a window of ${largest}.`, attempt)
      }
      const outcome = await streamChat(client, { ...request, options: { ...request.options, num_ctx: numCtx } }, own)
      return withoutSecrets(readReply(outcome, attempt, { size, numCtx, numKeep, warnings }), attempt.secrets)
    } catch (error) {
      throw failureOf(error, attempt)
    }
  }

  return {
    specificationVersion: 'v1',
    provider: 'ollama',
    modelId,
    get capabilities() {
      const contextWindow = window.limit()
      return contextWindow === undefined ? capabilities : Object.freeze({ ...capabilities, contextWindow })
    },
    fingerprint: fingerprintOf({ modelId, host: host.href, headers }, options, capabilities),
    doGenerate: (call, { signal } = {}) => perCall(signal, (own) => generate(call, signal, own)),
  }
}
