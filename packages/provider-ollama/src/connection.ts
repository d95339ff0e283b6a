import { AssayError } from '@assay/core'
import {
  type Attempt,
  environmentVariable,
  headerSecrets,
  isRecord,
  patientFetch,
  refuseBesideClient,
  secretForms,
  sendableKey,
} from '@assay/provider-kit'
import type { Ollama } from 'ollama'
import { callFetch } from './call-fetch.ts'
import { type Host, parseHost } from './host.ts'

/** The methods that the adapter uses of a client of the official SDK. */
export type OllamaClient = Pick<Ollama, 'chat' | 'show' | 'embed'>

export type OllamaConnectionOptions = {
  /** In any form that `OLLAMA_HOST` may have. Default `OLLAMA_HOST`, else this machine. Credentials inside it are sent as a header. */
  readonly host?: string | undefined
  /** Another name for `host`. */
  readonly baseURL?: string | undefined
  /** Sent as a bearer token. Default: `OLLAMA_API_KEY`, for https://ollama.com only. `null` sends no key there either. */
  readonly apiKey?: string | null | undefined
  /** Default: a fetch without a timeout, since a model may have to load first. Node's fetch gives up after 300 s. */
  readonly fetch?: typeof fetch | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * A client of the official SDK, used unchanged, with its fetch and timeouts. Replaces all other options of the connection. It has no
   * signal: if a call is aborted before the first token, it ends here at once, but on the server only at that token.
   */
  readonly client?: OllamaClient | undefined
}

export type Connection = {
  readonly host: Host
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: () => readonly string[]
  /** Loads the SDK and creates a client for one call. @throws AssayError `auth` if an HTTP header cannot hold the key. */
  readonly open: (attempt: Attempt, signal: AbortSignal) => Promise<OllamaClient>
}

/** @throws AssayError `config` for an invalid address, or options that contradict each other. */
export function createConnection(options: OllamaConnectionOptions): Connection {
  const { client, apiKey, headers: given = {} } = options
  if (client !== undefined) return connectionOf(client, options)
  const host = hostOf(options)
  const key = apiKey?.trim() || undefined
  if (host.authorization !== undefined && key !== undefined) {
    throw config('host holds credentials and apiKey is set: both need the Authorization header. Keep one of them.')
  }
  const authorization = key === undefined ? host.authorization : `Bearer ${key}`
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...lowerCased(given) }
  const { fetch: send = patientFetch } = options
  return {
    host,
    headers: given,
    secrets: () => secretForms([key, environmentVariable('OLLAMA_API_KEY'), ...host.secrets, ...headerSecrets(given)]),
    async open(attempt, signal) {
      if (key !== undefined) sendableKey(key, '`apiKey`', attempt)
      else if (apiKey !== null && headers.authorization === undefined && new URL(host.href).hostname === 'ollama.com') {
        sendableKey(environmentVariable('OLLAMA_API_KEY') ?? '', 'OLLAMA_API_KEY', attempt)
      }
      // `abort()` of a client stops all its requests, so each call has its own client.
      const { Ollama } = await import('ollama')
      const withoutKey = apiKey === null && headers.authorization === undefined
      return new Ollama({ host: host.href, headers, fetch: callFetch({ send, attempt, signal, withoutKey }) })
    },
  }
}

function connectionOf(client: OllamaClient, options: OllamaConnectionOptions): Connection {
  refuseBesideClient('ollama', options)
  const settings: unknown = Reflect.get(client, 'config')
  const { host: address, headers } = isRecord(settings) ? settings : {}
  const host = parseHost(typeof address === 'string' ? address : '', 'The host of the client')
  const sent = headers instanceof Headers ? Object.fromEntries(headers) : isRecord(headers) ? headers : {}
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    host,
    headers: {},
    secrets: () => secretForms([environmentVariable('OLLAMA_API_KEY'), ...host.secrets, ...headerSecrets(Object.fromEntries(texts))]),
    open: () => Promise.resolve(client),
  }
}

function hostOf({ host, baseURL }: OllamaConnectionOptions): Host {
  if (host !== undefined && baseURL !== undefined) throw config('host and baseURL are two names of one option. Keep one of them.')
  if (host !== undefined) return parseHost(host, 'host')
  if (baseURL !== undefined) return parseHost(baseURL, 'baseURL')
  return parseHost(process.env['OLLAMA_HOST'] ?? '', 'OLLAMA_HOST')
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> & { authorization?: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', provider: 'ollama', message })
}
