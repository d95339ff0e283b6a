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
  /** What the model is called, where it does not tell. */
  readonly modelId?: string | undefined
  /** What it takes. Temperature, seed and limit are the model's own: set them where you make it. */
  readonly capabilities?: Partial<Pick<LLMCapabilities, 'structuredOutput' | 'contextWindow'>> | undefined
  /** What else changes its replies and cannot be seen. It stands in the fingerprint. */
  readonly fingerprint?: JsonObject | undefined
}

/**
 * A chat model of LangChain as a judge. It is asked with `maxRetries: 0`, since the runtime retries already; packages that do not take this
 * with a call need it where the model is made. Temperature, seed and the limit of output tokens are the model's own.
 *
 * ```ts
 * // `ChatOpenAI` of @langchain/openai
 * const judge = fromLangChain(new ChatOpenAI({ model: 'gpt-5-mini', maxRetries: 0 }))
 * ```
 *
 * @throws AssayError `config` for what is no such model, and for options that cannot be meant.
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
  const holdsSchemas = typeof model.withStructuredOutput === 'function'
  const capabilities: LLMCapabilities = Object.freeze({
    structuredOutput: holdsSchemas ? 'native' : 'prompt',
    temperature: false,
    seed: false,
    ...options.capabilities,
  })

  const ask = async (call: LLMCall, signal: AbortSignal | undefined, own: AbortSignal): Promise<LLMReply> => {
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
    if (mode !== undefined && mode !== 'prompt' && !holdsSchemas) {
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it went through JSON
      parameters: parametersOf(model) as JsonObject,
      ...(fields === undefined ? {} : { fingerprint: fields }),
    }),
    doGenerate: (call, { signal } = {}) => perCall(signal, (own) => ask(call, signal, own)),
  }
}

function isEmbeddings(model: unknown): boolean {
  return isRecord(model) && typeof model['embedDocuments'] === 'function'
}

/** The model's message; one that is held to a schema stands beside what LangChain made of it. */
async function invoke(
  model: LangChainChatModel,
  { output }: LLMCall,
  mode: OutputMode | undefined,
  messages: readonly object[],
  signal: AbortSignal,
): Promise<unknown> {
  const options = { signal, maxRetries: 0 }
  if (output === undefined || mode === undefined || mode === 'prompt' || model.withStructuredOutput === undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what all chat models take
    return model.invoke(messages as never, options as never)
  }
  const method = mode === 'native' ? 'jsonSchema' : 'functionCalling'
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what all chat models take
  const held = model.withStructuredOutput(output.schema as never, { name: output.name, method, includeRaw: true } as never)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what all chat models take
  const result = await held.invoke(messages as never, options as never)
  return isRecord(result) && 'raw' in result ? result['raw'] : result
}

/** What a server may refuse, in the names of OpenAI's API. */
function sentOf({ output }: LLMCall, mode: OutputMode | undefined): Attempt['sent'] {
  if (output === undefined || mode === 'prompt') return {}
  return mode === 'tool' ? { tools: [output.schema], tool_choice: output.name } : { response_format: output.schema }
}
