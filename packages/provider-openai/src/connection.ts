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
import type { PresetName } from './presets.ts'
import { addressOf, type Vendor, vendorOfPreset } from './vendor.ts'
import { withWholeErrors } from './whole-errors.ts'

export type OpenAIConnectionOptions = {
  /**
   * A service that speaks this protocol, with its address, its key variables and the names that it has for fields: `groq`, `mistral`, …
   * Nothing that the environment holds for OpenAI goes to it.
   */
  readonly preset?: PresetName | undefined
  /** Default `OPENAI_API_KEY`, or that of the preset. `null` sends none and leaves the environment alone; servers of your own need none. */
  readonly apiKey?: string | null | undefined
  /** Default `OPENAI_BASE_URL`, else OpenAI, or those of the preset. Credentials inside it are sent as a header. */
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
  /** `openai`, `azure`, or the name of a preset. */
  readonly provider: string
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

/** What servers that want no key get, since the SDK insists on one. */
const NO_KEY = 'no-key'
/** The longest a timer takes: time-outs are the runtime's. */
export const NO_TIMEOUT: number = 2 ** 31 - 1

/** @throws AssayError `config` for a base URL that is none, or a client beside other options. */
export function createConnection(options: OpenAIConnectionOptions): Connection {
  const { client, headers = {} } = options
  if (client !== undefined) return connectionOf(client, options)
  const vendor = vendorOfPreset(options.preset)
  const baseUrl = baseUrlOf(options, vendor)
  if (baseUrl.authorization !== undefined && typeof options.apiKey === 'string') {
    throw new AssayError({
      kind: 'config',
      provider: vendor.name,
      message: 'baseURL holds credentials and apiKey is set: both want the Authorization header. Keep one of them.',
    })
  }
  let opened: Promise<Opened> | undefined
  return {
    provider: vendor.name,
    service: serviceOf(baseUrl, vendor),
    where: baseUrl.shown,
    headers,
    async open(modelId) {
      // The client keeps the key and the headers of the environment that it was made with.
      opened ??= open(keyOfVendor(options, { vendor, baseUrl, modelId }))
      return opened
    },
  }

  async function open(apiKey: string | undefined): Promise<Opened> {
    const secrets = secretForms([apiKey, ...baseUrl.secrets, ...headerSecrets(headers), ...customHeaderSecrets()])
    return { client: await createClient(options, { vendor, baseUrl, apiKey }), secrets }
  }
}

/** The SDK reads headers from the environment, too. */
export function customHeaderSecrets(): string[] {
  return headerLineSecrets(process.env['OPENAI_CUSTOM_HEADERS'])
}

async function createClient(
  options: OpenAIConnectionOptions,
  { vendor, baseUrl, apiKey = NO_KEY }: { vendor: Vendor; baseUrl: BaseUrl; apiKey: string | undefined },
): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  const { organization, project } = options
  return new OpenAI({
    apiKey,
    baseURL: baseUrl.href,
    fetch: withWholeErrors(options.fetch ?? patientFetch),
    ...(vendor.isPreset ? { adminAPIKey: null, organization: null, project: null } : { organization, project }),
    defaultHeaders: {
      ...(vendor.isPreset ? withoutCustomHeaders(apiKey) : {}),
      ...(baseUrl.authorization === undefined ? {} : { authorization: baseUrl.authorization }),
      ...options.headers,
    },
    timeout: NO_TIMEOUT,
    logLevel: 'off',
  })
}

/** Takes back the headers that the SDK reads from the environment: they are for OpenAI, or for a gateway to it. */
function withoutCustomHeaders(apiKey: string): Readonly<Record<string, string | null>> {
  const lines = (process.env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n').filter((line) => line.includes(':'))
  const names = lines.map((line) => line.slice(0, line.indexOf(':')).trim().toLowerCase())
  return { ...Object.fromEntries(names.map((name) => [name, null])), authorization: `Bearer ${apiKey}` }
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

function baseUrlOf({ baseURL }: OpenAIConnectionOptions, vendor: Vendor): BaseUrl {
  const { name, baseURLVariable } = vendor
  if (baseURL !== undefined) return parseBaseUrl(baseURL, 'baseURL', name)
  const fromEnvironment = environmentVariable(baseURLVariable)
  return fromEnvironment === undefined
    ? parseBaseUrl(addressOf(vendor), 'baseURL', name)
    : parseBaseUrl(fromEnvironment, baseURLVariable, name)
}

function serviceOf({ isOpenAI }: BaseUrl, { maxTokensParameter, seedParameter, isPreset }: Vendor): Service {
  return isPreset ? { isOpenAI, maxTokensParameter, seedParameter } : { isOpenAI }
}

type Asked = { readonly vendor: Vendor; readonly baseUrl: BaseUrl; readonly modelId: string }

/** @throws AssayError `auth` where OpenAI or a preset is asked at its own address without a key, or for one that no header carries. */
function keyOfVendor({ apiKey, baseURL, headers = {} }: OpenAIConnectionOptions, { vendor, baseUrl, modelId }: Asked): string | undefined {
  const { name: provider, keyVariables } = vendor
  const asked = { provider, modelId }
  const key = keyOf(apiKey, 'apiKey', keyVariables, asked)
  const hasHeader = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (key !== undefined || !needsKey(vendor, baseURL, baseUrl) || hasHeader || baseUrl.authorization !== undefined) return key
  throw missingKey(asked, baseUrl.shown, `Set ${keyVariables[0]}, or pass \`apiKey\` to createOpenAI in code.`)
}

/** A server that stands elsewhere may take none. */
function needsKey({ isPreset, baseURLVariable }: Vendor, baseURL: string | undefined, { isOpenAI }: BaseUrl): boolean {
  return isOpenAI || (isPreset && baseURL === undefined && environmentVariable(baseURLVariable) === undefined)
}
