import { AssayError } from '@assay/core'
import type { OpenAI } from 'openai'
import { type BaseUrl, parseBaseUrl } from './base-url.ts'
import { patientFetch } from './patient-fetch.ts'

export type OpenAIConnectionOptions = {
  /** Default `OPENAI_API_KEY`. `null` sends none and leaves the environment alone; only OpenAI itself insists on one. */
  readonly apiKey?: string | null | undefined
  /** Default `OPENAI_BASE_URL`, else OpenAI. Credentials inside it are sent as a header. */
  readonly baseURL?: string | undefined
  readonly fetch?: typeof fetch | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default `OPENAI_ORG_ID`. */
  readonly organization?: string | undefined
  /** Default `OPENAI_PROJECT_ID`. */
  readonly project?: string | undefined
  /** A client of the official SDK, used as it is, but for its retries. Stands instead of all other options of the connection. */
  readonly client?: OpenAI | undefined
}

export type Connection = {
  readonly baseUrl: BaseUrl
  readonly headers: Readonly<Record<string, string>>
  /** Makes the client on first use: only then is the SDK loaded, and the key looked for. */
  readonly open: (modelId: string) => Promise<{ readonly client: OpenAI; readonly secrets: readonly string[] }>
}

const OPENAI = 'https://api.openai.com/v1'
/** What servers that want no key get, since the SDK insists on one. */
const NO_KEY = 'no-key'
/** The longest a timer takes: time-outs are the runtime's. */
const NO_TIMEOUT = 2 ** 31 - 1

/** @throws AssayError `config` for a base URL that is none, or a client beside other options. */
export function createConnection(options: OpenAIConnectionOptions): Connection {
  const { client, headers = {} } = options
  if (client !== undefined) return connectionOf(client, options)
  const baseUrl = baseUrlOf(options)
  if (baseUrl.authorization !== undefined && typeof options.apiKey === 'string') {
    throw config('baseURL holds credentials and apiKey is set: both want the Authorization header. Keep one of them.')
  }
  let opened: Promise<OpenAI> | undefined
  return {
    baseUrl,
    headers,
    async open(modelId) {
      const apiKey = keyOf(options, baseUrl, modelId)
      const secrets = [apiKey ?? '', ...baseUrl.secrets, ...Object.values(headers).flatMap(headerSecrets), ...customHeaderSecrets()]
      opened ??= createClient(options, baseUrl, apiKey)
      return { client: await opened, secrets: secrets.flatMap(writtenForms) }
    },
  }
}

async function createClient(options: OpenAIConnectionOptions, baseUrl: BaseUrl, apiKey: string | undefined): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  const { organization, project } = options
  return new OpenAI({
    apiKey: apiKey ?? NO_KEY,
    baseURL: baseUrl.href,
    organization,
    project,
    fetch: options.fetch ?? patientFetch,
    defaultHeaders: { ...(baseUrl.authorization === undefined ? {} : { authorization: baseUrl.authorization }), ...options.headers },
    timeout: NO_TIMEOUT,
    logLevel: 'off',
  })
}

function connectionOf(client: OpenAI, { client: _given, ...others }: OpenAIConnectionOptions): Connection {
  const beside = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (beside.length > 0) throw config(`client is set, and so is ${beside.join(', ')}. Set it at the client instead.`)
  const baseUrl = parseBaseUrl(client.baseURL, 'The base URL of the client')
  return {
    baseUrl,
    headers: {},
    open: () =>
      Promise.resolve({ client, secrets: [client.apiKey ?? '', ...baseUrl.secrets, ...customHeaderSecrets()].flatMap(writtenForms) }),
  }
}

function baseUrlOf({ baseURL }: OpenAIConnectionOptions): BaseUrl {
  if (baseURL !== undefined) return parseBaseUrl(baseURL, 'baseURL')
  const fromEnvironment = process.env['OPENAI_BASE_URL']?.trim()
  return fromEnvironment ? parseBaseUrl(fromEnvironment, 'OPENAI_BASE_URL') : parseBaseUrl(OPENAI, 'baseURL')
}

/** @throws AssayError `auth` where OpenAI itself is asked without a key. */
function keyOf({ apiKey, headers = {} }: OpenAIConnectionOptions, baseUrl: BaseUrl, modelId: string): string | undefined {
  const key = apiKey === undefined ? process.env['OPENAI_API_KEY']?.trim() : apiKey?.trim()
  if (key) return key
  const hasHeader = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (!baseUrl.isOpenAI || hasHeader || baseUrl.authorization !== undefined) return undefined
  throw new AssayError({
    kind: 'auth',
    provider: 'openai',
    modelId,
    message: `openai:${modelId} was not asked: no key for ${baseUrl.shown}. Pass \`apiKey\` to createOpenAI, or set OPENAI_API_KEY.`,
  })
}

/** A header as a whole, and what follows its scheme, as in `Bearer …`. */
function headerSecrets(value: string): string[] {
  const space = value.indexOf(' ')
  return space === -1 ? [value] : [value, value.slice(space + 1)]
}

/** The SDK reads headers from the environment, too: one a line. */
function customHeaderSecrets(): string[] {
  const lines = (process.env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n')
  return lines.flatMap((line) => headerSecrets(line.slice(line.indexOf(':') + 1).trim()))
}

/** As it is, and as it stands inside JSON. */
function writtenForms(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return inJson === secret ? [secret] : [secret, inJson]
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', provider: 'openai', message })
}
