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
import type { OpenAI } from 'openai'
import { type BaseUrl, parseBaseUrl } from './base-url.ts'
import type { Service } from './capabilities.ts'
import { withWholeErrors } from './whole-errors.ts'

export type OpenAIConnectionOptions = {
  /** Default `OPENAI_API_KEY`. `null` sends none and leaves the environment alone; only OpenAI itself insists on one. */
  readonly apiKey?: string | null | undefined
  /** Default `OPENAI_BASE_URL`, else OpenAI. Credentials inside it are sent as a header. */
  readonly baseURL?: string | undefined
  /** Default: a fetch that waits as long as it takes, follows no redirect, and goes through the proxies of the environment. */
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
  readonly provider: 'openai' | 'azure'
  readonly service: Service
  /** The base URL, fit to be shown. */
  readonly where: string
  readonly headers: Readonly<Record<string, string>>
  /** The deployment that stands instead of the model on the wire, where one is set. */
  readonly deployment?: string | undefined
  /** Makes the client on first use: only then is the SDK loaded, and the key looked for. */
  readonly open: (modelId: string) => Promise<Opened>
}

/** Secrets in all their forms. */
type Opened = { readonly client: OpenAI; readonly secrets: readonly string[] }

const OPENAI = 'https://api.openai.com/v1'
/** What servers that want no key get, since the SDK insists on one. */
const NO_KEY = 'no-key'
/** The longest a timer takes: time-outs are the runtime's. */
export const NO_TIMEOUT: number = 2 ** 31 - 1

/** @throws AssayError `config` for a base URL that is none, or a client beside other options. */
export function createConnection(options: OpenAIConnectionOptions): Connection {
  const { client, headers = {} } = options
  if (client !== undefined) return connectionOf(client, options)
  const baseUrl = baseUrlOf(options)
  if (baseUrl.authorization !== undefined && typeof options.apiKey === 'string') {
    throw new AssayError({
      kind: 'config',
      provider: 'openai',
      message: 'baseURL holds credentials and apiKey is set: both want the Authorization header. Keep one of them.',
    })
  }
  let opened: Promise<Opened> | undefined
  return {
    provider: 'openai',
    service: baseUrl,
    where: baseUrl.shown,
    headers,
    async open(modelId) {
      // The client keeps the key and the headers of the environment that it was made with.
      opened ??= open(openAIKey(options, baseUrl, modelId))
      return opened
    },
  }

  async function open(apiKey: string | undefined): Promise<Opened> {
    const secrets = secretForms([apiKey, ...baseUrl.secrets, ...headerSecrets(headers), ...customHeaderSecrets()])
    return { client: await createClient(options, baseUrl, apiKey), secrets }
  }
}

/** The SDK reads headers from the environment, too. */
export function customHeaderSecrets(): string[] {
  return headerLineSecrets(process.env['OPENAI_CUSTOM_HEADERS'])
}

async function createClient(options: OpenAIConnectionOptions, baseUrl: BaseUrl, apiKey: string | undefined): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  const { organization, project } = options
  return new OpenAI({
    apiKey: apiKey ?? NO_KEY,
    baseURL: baseUrl.href,
    organization,
    project,
    fetch: withWholeErrors(options.fetch ?? patientFetch),
    defaultHeaders: { ...(baseUrl.authorization === undefined ? {} : { authorization: baseUrl.authorization }), ...options.headers },
    timeout: NO_TIMEOUT,
    logLevel: 'off',
  })
}

function connectionOf(client: OpenAI, options: OpenAIConnectionOptions): Connection {
  refuseBesideClient('openai', options)
  const baseUrl = parseBaseUrl(client.baseURL, 'The base URL of the client')
  const azure = azureSettings(client)
  return {
    ...(azure === undefined
      ? { provider: 'openai', service: baseUrl, where: baseUrl.shown }
      : {
          provider: 'azure',
          service: { isOpenAI: false, isAzure: true },
          where: `${baseUrl.shown}?${azure.query}`,
          deployment: azure.deployment,
        }),
    headers: {},
    open: () =>
      Promise.resolve({
        client,
        // Where a client fetches tokens, its key is the last of them.
        get secrets() {
          return secretForms([client.apiKey, ...baseUrl.secrets, ...customHeaderSecrets()])
        },
      }),
  }
}

/** What a client of the SDK for Azure holds beside the rest; by shape, since it may come from another copy of the SDK. */
function azureSettings(client: object): { readonly query: string; readonly deployment: string | undefined } | undefined {
  const version: unknown = Reflect.get(client, 'apiVersion')
  const deployment: unknown = Reflect.get(client, 'deploymentName')
  if (typeof version !== 'string') return undefined
  const query = new URLSearchParams({ 'api-version': version }).toString()
  return { query, deployment: typeof deployment === 'string' ? deployment : undefined }
}

function baseUrlOf({ baseURL }: OpenAIConnectionOptions): BaseUrl {
  if (baseURL !== undefined) return parseBaseUrl(baseURL, 'baseURL')
  const fromEnvironment = environmentVariable('OPENAI_BASE_URL')
  return fromEnvironment === undefined ? parseBaseUrl(OPENAI, 'baseURL') : parseBaseUrl(fromEnvironment, 'OPENAI_BASE_URL')
}

/** @throws AssayError `auth` where OpenAI itself is asked without a key, or for one that no header carries. */
function openAIKey({ apiKey, headers = {} }: OpenAIConnectionOptions, baseUrl: BaseUrl, modelId: string): string | undefined {
  const asked = { provider: 'openai', modelId }
  const key = keyOf(apiKey, 'apiKey', ['OPENAI_API_KEY'], asked)
  const hasHeader = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (key !== undefined || !baseUrl.isOpenAI || hasHeader || baseUrl.authorization !== undefined) return key
  throw missingKey(asked, baseUrl.shown, 'Set OPENAI_API_KEY, or pass `apiKey` to createOpenAI in code.')
}
