import { createConnection, type OpenAIConnectionOptions } from './connection.ts'
import { createProvider, type OpenAIProvider, type ServerOptions } from './provider.ts'

export type OpenAIOptions = OpenAIConnectionOptions & ServerOptions

/**
 * Models of OpenAI, or of any server that speaks its chat completions, as judges and for embeddings. Environment variables are read
 * when a model is named, the key when it is first asked; only then is the SDK loaded. One call is one request: retries are the
 * runtime's.
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

/** Models of OpenAI with everything from the environment: `openai('gpt-5-mini')`. */
export const openai: OpenAIProvider = createOpenAI()
