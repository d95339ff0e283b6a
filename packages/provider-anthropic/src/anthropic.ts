import type { LLMAdapter, LLMCall, LLMCapabilities, LLMReply, LLMRequestOptions } from '@assay/core'
import { type Attempt, namesOfSet, perCall, withoutSecrets } from '@assay/provider-kit'
import { capabilitiesOf } from './capabilities.ts'
import { type AnthropicConnectionOptions, createConnection } from './connection.ts'
import { failure, failureOf } from './failure.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type AnthropicModelOptions, checkModelOptions } from './model-options.ts'
import { readReply } from './reply.ts'
import { buildRequest } from './request.ts'

export type AnthropicOptions = AnthropicConnectionOptions & {
  /** Capabilities of all models of this server, if they differ from those inferred from their names. */
  readonly capabilities?: Partial<LLMCapabilities> | undefined
}

/** @throws AssayError `config` for invalid options. */
export type AnthropicProvider = (modelId: string, options?: AnthropicModelOptions) => LLMAdapter

/**
 * Models of Anthropic, or of any server that supports its Messages API, as judges. Environment variables are read when a model is created;
 * the key is read, and the SDK loaded, on its first call. Each call sends one request; the runtime retries. Of the `cache` marks of a call
 * only the last four are sent, since the API accepts four.
 *
 * ```ts
 * const claude = createAnthropic({ apiKey: process.env.JUDGE_KEY })
 * const judge = claude('claude-sonnet-5-5', { extraBody: { output_config: { effort: 'low' } } })
 * ```
 */
export function createAnthropic(options: AnthropicOptions = {}): AnthropicProvider {
  const { capabilities: ofServer, ...connectionOptions } = options
  return (modelId, given = {}) => {
    const modelOptions = checkModelOptions(modelId, given)
    const connection = createConnection(connectionOptions)
    const { baseUrl, headers } = connection
    const { temperature, maxOutputTokens, thinking } = modelOptions
    const capabilities = capabilitiesOf(modelId, {
      // With thinking, models accept only their default temperature.
      ...(thinking === undefined || thinking.type === 'disabled' ? {} : { temperature: false }),
      ...ofServer,
      ...modelOptions.capabilities,
    })
    const setByUser = [...Object.keys(modelOptions.extraBody ?? {}), ...namesOfSet({ temperature, maxOutputTokens, thinking })]

    const generate = async (call: LLMCall, { signal, serviceTier }: LLMRequestOptions, own: AbortSignal): Promise<LLMReply> => {
      const { client, secrets } = await connection.open(modelId)
      const { body, outputMode, warnings } = buildRequest(call, { modelId, capabilities, options: modelOptions, serviceTier })
      const attempt: Attempt = { provider: 'anthropic', modelId, where: baseUrl.shown, secrets, sent: { ...body }, setByUser, signal }
      if (call.seed !== undefined) throw failure('unsupported_parameter', 'was not called.', attempt, { parameter: 'seed' })
      try {
        // Not `messages.create`, which logs to the console on every request to a deprecated model.
        const response = await client.post('/v1/messages', { body, signal: own, maxRetries: 0 }).asResponse()
        const answer = { status: response.status, headers: response.headers, text: await response.text() }
        return withoutSecrets(readReply(answer, attempt, { outputMode, warnings }), secrets)
      } catch (error) {
        throw failureOf(error, attempt)
      }
    }

    return {
      specificationVersion: 'v1',
      provider: 'anthropic',
      modelId,
      capabilities,
      fingerprint: fingerprintOf({ modelId, baseUrl: baseUrl.shown, capabilities, options: modelOptions, headers }),
      doGenerate: (call, how = {}) => perCall(how.signal, (own) => generate(call, how, own)),
    }
  }
}

/** Models of Anthropic, configured by the environment: `anthropic('claude-sonnet-5-5')`. */
export const anthropic: AnthropicProvider = createAnthropic()
