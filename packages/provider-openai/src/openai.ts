import { createConnection, type OpenAIConnectionOptions } from './connection.ts'
import { createProvider, type OpenAIProvider, type ServerOptions } from './provider.ts'

export type OpenAIOptions = OpenAIConnectionOptions & ServerOptions

/**
 * Models of OpenAI, or of any server that supports its chat completions, as judges and for embeddings. Environment variables are read
 * when a model is created; the key is read, and the SDK loaded, on its first call. Each call sends one request; the runtime retries.
 *
 * ```ts
 * const local = createOpenAI({ baseURL: 'http://localhost:8000/v1' })
 * const judge = local('qwen3-32b', { temperature: 0 })
 * const groq = createOpenAI({ preset: 'groq' })
 * ```
 */
export function createOpenAI(options: OpenAIOptions = {}): OpenAIProvider {
  const { api, capabilities, ...connectionOptions } = options
  return createProvider(() => createConnection(connectionOptions), { api, capabilities })
}

/** Models of OpenAI, configured by the environment: `openai('gpt-5-mini')`. */
export const openai: OpenAIProvider = createOpenAI()
