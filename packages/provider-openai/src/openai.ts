import { abortedError, type LLMAdapter } from '@assay/core'
import { capabilitiesOf, type OpenAICapabilities } from './capabilities.ts'
import { createConnection, type OpenAIConnectionOptions } from './connection.ts'
import { type Attempt, failureOf } from './failure.ts'
import { fingerprintOf } from './fingerprint.ts'
import { checkModelOptions, type OpenAIModelOptions } from './model-options.ts'
import { readReply } from './reply.ts'
import { buildRequest } from './request.ts'

export type OpenAIOptions = OpenAIConnectionOptions & {
  /** What all models of this server take, where their names do not tell. */
  readonly capabilities?: Partial<OpenAICapabilities> | undefined
}

/** @throws AssayError `config` for options that cannot be meant. */
export type OpenAIProvider = (modelId: string, options?: OpenAIModelOptions) => LLMAdapter

/**
 * Models of OpenAI, or of any server that speaks its chat completions, as judges. Environment variables are read when a model is
 * named, the key when it is first asked; only then is the SDK loaded. One call is one request: retries are the runtime's.
 *
 * ```ts
 * const local = createOpenAI({ baseURL: 'http://localhost:8000/v1' })
 * const judge = local('qwen3-32b', { temperature: 0 })
 * ```
 */
export function createOpenAI(options: OpenAIOptions = {}): OpenAIProvider {
  const { capabilities: ofServer, ...connectionOptions } = options
  return (modelId, given = {}) => {
    const modelOptions = checkModelOptions(modelId, given)
    const connection = createConnection(connectionOptions)
    const { baseUrl, headers } = connection
    const capabilities = capabilitiesOf(modelId, baseUrl, { ...ofServer, ...modelOptions.capabilities })
    const setByUser = [...Object.keys(modelOptions.extraBody ?? {}), ...namesOfSet(modelOptions)]

    return {
      specificationVersion: 'v1',
      provider: 'openai',
      modelId,
      capabilities,
      fingerprint: fingerprintOf({ modelId, baseUrl: baseUrl.shown, capabilities, options: modelOptions, headers }),
      async doGenerate(call, { signal } = {}) {
        if (signal?.aborted) throw abortedError(signal)
        const { client, secrets } = await connection.open(modelId)
        const { body, outputMode, warnings } = buildRequest(call, { modelId, capabilities, options: modelOptions })
        const attempt: Attempt = { modelId, where: baseUrl.shown, secrets, sent: { ...body }, setByUser, signal }
        try {
          const request = client.chat.completions.create(body, { maxRetries: 0, ...(signal === undefined ? {} : { signal }) })
          const response = await request.asResponse()
          const answer = { status: response.status, headers: response.headers, text: await response.text() }
          return readReply(answer, attempt, { outputMode, warnings })
        } catch (error) {
          throw failureOf(error, attempt)
        }
      },
    }
  }
}

/** Models of OpenAI with everything from the environment: `openai('gpt-5-mini')`. */
export const openai: OpenAIProvider = createOpenAI()

function namesOfSet({ temperature, seed, maxOutputTokens, reasoningEffort }: OpenAIModelOptions): string[] {
  const set = { temperature, seed, maxOutputTokens, reasoning_effort: reasoningEffort }
  return Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}
