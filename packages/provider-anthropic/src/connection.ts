import type { Anthropic } from '@anthropic-ai/sdk'
import { AssayError } from '@assay/core'
import {
  environmentVariable,
  headerLineSecrets,
  headerSecrets,
  keyOf,
  missingKey,
  patientFetch,
  refuseBesideClient,
  secretForms,
} from '@assay/provider-kit'
import { type BaseUrl, parseBaseUrl } from './base-url.ts'

export type AnthropicConnectionOptions = {
  /** Default `ANTHROPIC_API_KEY`. `null` disables the environment; only Anthropic itself requires a key or token. */
  readonly apiKey?: string | null | undefined
  /** Default `ANTHROPIC_AUTH_TOKEN`, if there is no key. `null` disables the environment. */
  readonly authToken?: string | null | undefined
  /** Default `ANTHROPIC_BASE_URL`, else Anthropic. With or without `/v1`. Credentials inside it are sent as a header. */
  readonly baseURL?: string | undefined
  /** Default: a fetch without a timeout, which follows no redirects and uses the proxies of the environment. */
  readonly fetch?: typeof fetch | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * A client of the official SDK, used unchanged except that it does not retry: for profiles, workload identity, or another cloud.
   * Replaces all other options of the connection.
   */
  readonly client?: Anthropic | undefined
}

export type Connection = {
  readonly baseUrl: BaseUrl
  readonly headers: Readonly<Record<string, string>>
  /** Creates the client on first use. Only then the SDK is loaded and the key is read. */
  readonly open: (modelId: string) => Promise<Opened>
}

/** `secrets` has each secret in all its forms. */
type Opened = { readonly client: Anthropic; readonly secrets: readonly string[] }

type Credential = { readonly apiKey: string } | { readonly authToken: string }

const ANTHROPIC = 'https://api.anthropic.com'
/** Given to the SDK if there is no key, so that it does not look for credentials on disk. Never sent. */
const NO_KEY = 'no-key'
/** The longest delay of a timer: the runtime handles timeouts. */
const NO_TIMEOUT = 2 ** 31 - 1

/** @throws AssayError `config` for an invalid base URL, two credentials, or a client beside other options. */
export function createConnection(options: AnthropicConnectionOptions): Connection {
  const { client, headers = {} } = options
  if (client !== undefined) return connectionOf(client, options)
  const baseUrl = baseUrlOf(options)
  const given = [options.apiKey, options.authToken, baseUrl.authorization].filter((credential) => typeof credential === 'string')
  if (given.length > 1) throw config('apiKey, authToken and credentials in baseURL all need the Authorization header. Keep one of them.')
  let opened: Promise<Opened> | undefined
  return {
    baseUrl,
    headers,
    async open(modelId) {
      // The client keeps the credential and the environment's headers from its creation.
      opened ??= open(credentialOf(options, baseUrl, modelId))
      return opened
    },
  }

  async function open(credential: Credential | undefined): Promise<Opened> {
    const secrets = secretForms([
      ...Object.values<string>(credential ?? {}),
      ...baseUrl.secrets,
      ...headerSecrets(headers),
      ...customHeaderSecrets(),
    ])
    return { client: await createClient(options, baseUrl, credential), secrets }
  }
}

async function createClient(options: AnthropicConnectionOptions, baseUrl: BaseUrl, credential: Credential | undefined): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk')
  return new Anthropic({
    ...(credential ?? { apiKey: NO_KEY }),
    baseURL: baseUrl.href,
    defaultQuery: baseUrl.query,
    fetch: options.fetch ?? patientFetch,
    defaultHeaders: { ...(credential === undefined ? { authorization: baseUrl.authorization ?? null } : {}), ...options.headers },
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
  })
}

function connectionOf(client: Anthropic, options: AnthropicConnectionOptions): Connection {
  refuseBesideClient('anthropic', options)
  const baseUrl = parseBaseUrl(client.baseURL, 'The base URL of the client')
  return {
    baseUrl,
    headers: {},
    open: () =>
      Promise.resolve({ client, secrets: secretForms([client.apiKey, client.authToken, ...baseUrl.secrets, ...customHeaderSecrets()]) }),
  }
}

function baseUrlOf({ baseURL }: AnthropicConnectionOptions): BaseUrl {
  if (baseURL !== undefined) return parseBaseUrl(baseURL, 'baseURL')
  const fromEnvironment = environmentVariable('ANTHROPIC_BASE_URL')
  return fromEnvironment === undefined ? parseBaseUrl(ANTHROPIC, 'baseURL') : parseBaseUrl(fromEnvironment, 'ANTHROPIC_BASE_URL')
}

/**
 * The given credential, else that of the environment. The key comes before the token, as in the SDK.
 * @throws AssayError `auth` if Anthropic itself is called without a credential, or an HTTP header cannot hold it.
 */
function credentialOf(options: AnthropicConnectionOptions, baseUrl: BaseUrl, modelId: string): Credential | undefined {
  const { headers = {} } = options
  const isInHeader = Object.keys(headers).some((name) => ['authorization', 'x-api-key'].includes(name.toLowerCase()))
  // If so, the environment is not read.
  const isElsewhere = isInHeader || baseUrl.authorization !== undefined || Boolean(options.authToken?.trim())
  const model = { provider: 'anthropic', modelId }
  const apiKey = keyOf(options.apiKey, 'apiKey', isElsewhere ? [] : ['ANTHROPIC_API_KEY'], model)
  if (apiKey !== undefined) return { apiKey }
  const authToken = keyOf(options.authToken, 'authToken', isElsewhere ? [] : ['ANTHROPIC_AUTH_TOKEN'], model)
  if (authToken !== undefined) return { authToken }
  if (isInHeader || baseUrl.authorization !== undefined || !baseUrl.isAnthropic) return undefined
  throw missingKey(model, baseUrl.shown, 'Set ANTHROPIC_API_KEY, or pass `apiKey` to createAnthropic in code.')
}

/** Secrets in the headers that the SDK reads from the environment. */
function customHeaderSecrets(): string[] {
  return headerLineSecrets(process.env['ANTHROPIC_CUSTOM_HEADERS'])
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', provider: 'anthropic', message })
}
