import {
  AssayError,
  isRecord,
  type JsonObject,
  type LLMAdapter,
  type LLMCall,
  type LLMCapabilities,
  type LLMReply,
  type OutputMode,
} from '@assay/core'
import { type Attempt, createOptionChecks, createTextCleaner, freezeJson, perCall, withoutSecrets } from '@assay/provider-kit'
import { addressOf, isChatModel, type LangChainChatModel, modelNameOf, parametersOf, secretsOf } from './chat-model.ts'
import { failure, failureOf } from './failure.ts'
import { readMessage } from './reply.ts'

export type LangChainOptions = {
  /** The name of the model, if the model does not have it. */
  readonly modelId?: string | undefined
  /** Capabilities that differ from the defaults. Temperature, seed and limit are options of the LangChain model itself. */
  readonly capabilities?: Partial<Pick<LLMCapabilities, 'structuredOutput' | 'contextWindow'>> | undefined
  /** Anything else that changes replies. It is part of the fingerprint. */
  readonly fingerprint?: JsonObject | undefined
}

/**
 * A chat model of LangChain as a judge. It is called with `maxRetries: 0`, since the runtime retries; for packages that ignore this option
 * of a call, set it on the model. Temperature, seed and the limit of output tokens are options of the model, too.
 *
 * ```ts
 * // `ChatOpenAI` of @langchain/openai
 * const judge = fromLangChain(new ChatOpenAI({ model: 'gpt-5-mini', maxRetries: 0 }))
 * ```
 *
 * @throws AssayError `config` if the value is not such a model, or an option is invalid.
 */
export function fromLangChain(model: LangChainChatModel, options: LangChainOptions = {}): LLMAdapter {
  if (isEmbeddings(model)) {
    throw new AssayError({
      kind: 'config',
      message:
        'fromLangChain takes chat models, and this one makes embeddings, without a count of tokens or a way to stop it. Name it by its provider, as in embedding:openai:text-embedding-3-small, or pass a model of the AI SDK to fromAiSdk.',
    })
  }
  if (!isChatModel(model)) {
    throw new AssayError({
      kind: 'config',
      message:
        'fromLangChain takes a chat model of LangChain itself, as in new ChatOpenAI({ … }): not its name, nor one that is wrapped or in a chain.',
    })
  }
  const provider = model._llmType()
  const modelId = options.modelId ?? modelNameOf(model) ?? provider
  const check = createOptionChecks(provider)
  check.modelId(modelId, 'new ChatOpenAI({ model: "gpt-5-mini" })')
  const fields = options.fingerprint === undefined ? undefined : check.fields('fingerprint', options.fingerprint, {})
  const address = addressOf(model)
  const supportsSchemas = typeof model.withStructuredOutput === 'function'
  const capabilities: LLMCapabilities = Object.freeze({
    structuredOutput: supportsSchemas ? 'native' : 'prompt',
    temperature: false,
    seed: false,
    ...options.capabilities,
  })

  const generate = async (call: LLMCall, signal: AbortSignal | undefined, own: AbortSignal): Promise<LLMReply> => {
    const mode = call.output === undefined ? undefined : (call.output.mode ?? capabilities.structuredOutput)
    const attempt: Attempt = {
      provider,
      modelId,
      where: address ?? provider,
      secrets: secretsOf(model),
      sent: sentOf(call, mode),
      setByUser: [],
      signal,
    }
    const set = (['temperature', 'seed'] as const).find((name) => call[name] !== undefined)
    if (set !== undefined) throw failure('unsupported_parameter', 'was not called.', attempt, { parameter: set })
    const cleaner = createTextCleaner()
    const messages = call.messages.map(({ role, parts }) => ({ role, content: cleaner.clean(parts.map(({ text }) => text).join('')) }))
    if (mode !== undefined && mode !== 'prompt' && !supportsSchemas) {
      throw failure('unsupported_parameter', 'was not called.', attempt, { parameter: 'output' })
    }
    try {
      const message = await invoke(model, call, mode, messages, own)
      return withoutSecrets(readMessage(message, attempt, mode, cleaner.warnings()), attempt.secrets)
    } catch (error) {
      throw failureOf(error, attempt)
    }
  }

  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    capabilities,
    fingerprint: freezeJson({
      adapter: 'langchain',
      provider,
      model: modelId,
      ...(address === undefined ? {} : { baseURL: address }),
      structuredOutput: capabilities.structuredOutput,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed from JSON
      parameters: parametersOf(model) as JsonObject,
      ...(fields === undefined ? {} : { fingerprint: fields }),
    }),
    doGenerate: (call, { signal } = {}) => perCall(signal, (own) => generate(call, signal, own)),
  }
}

function isEmbeddings(model: unknown): boolean {
  return isRecord(model) && typeof model['embedDocuments'] === 'function'
}

/** The model's message. With a schema, LangChain returns it as `raw` beside the parsed value. */
async function invoke(
  model: LangChainChatModel,
  { output }: LLMCall,
  mode: OutputMode | undefined,
  messages: readonly object[],
  signal: AbortSignal,
): Promise<unknown> {
  const options = { signal, maxRetries: 0 }
  if (output === undefined || mode === undefined || mode === 'prompt' || model.withStructuredOutput === undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all chat models accept these
    return model.invoke(messages as never, options as never)
  }
  const method = mode === 'native' ? 'jsonSchema' : 'functionCalling'
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all chat models accept these
  const held = model.withStructuredOutput(output.schema as never, { name: output.name, method, includeRaw: true } as never)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all chat models accept these
  const result = await held.invoke(messages as never, options as never)
  return isRecord(result) && 'raw' in result ? result['raw'] : result
}

/** The parameters that a server may refuse, under the names of OpenAI's API. */
function sentOf({ output }: LLMCall, mode: OutputMode | undefined): Attempt['sent'] {
  if (output === undefined || mode === 'prompt') return {}
  return mode === 'tool' ? { tools: [output.schema], tool_choice: output.name } : { response_format: output.schema }
}
