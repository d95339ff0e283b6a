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
   * A service that speaks this protocol, with its address, its key variables and its names of parameters: `groq`, `mistral`, …
   * It receives nothing from OpenAI's environment variables.
   */
  readonly preset?: PresetName | undefined
  /** Default `OPENAI_API_KEY`, or that of the preset. `null` sends no key and disables the environment; servers of your own need none. */
  readonly apiKey?: string | null | undefined
  /** Default `OPENAI_BASE_URL`, else OpenAI, or those of the preset. Credentials inside it are sent as a header. */
  readonly baseURL?: string | undefined
  /** Default: a fetch without a timeout, which follows no redirects and uses the proxies of the environment. */
  readonly fetch?: typeof fetch | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default `OPENAI_ORG_ID`. */
  readonly organization?: string | undefined
  /** Default `OPENAI_PROJECT_ID`. */
  readonly project?: string | undefined
  /** A client of the official SDK, used unchanged except that it does not retry. Replaces all other options of the connection. */
  readonly client?: OpenAI | undefined
}

export type Connection = {
  /** `openai`, `azure`, or the name of a preset. */
  readonly provider: string
  readonly service: Service
  /** The base URL, without secrets. */
  readonly where: string
  readonly headers: Readonly<Record<string, string>>
  /** The Azure deployment to call, if one is set. */
  readonly deployment?: string | undefined
  /** Creates the client on first use. Only then the SDK is loaded and the key is read. */
  readonly open: (modelId: string) => Promise<Opened>
}

/** `secrets` has each secret in all its forms. */
type Opened = { readonly client: OpenAI; readonly secrets: readonly string[] }

/** Sent to servers without a key, since the SDK requires one. */
const NO_KEY = 'no-key'
/** The longest delay of a timer: the runtime handles timeouts. */
export const NO_TIMEOUT: number = 2 ** 31 - 1

/** @throws AssayError `config` for an invalid base URL, or a client beside other options. */
export function createConnection(options: OpenAIConnectionOptions): Connection {
  const { client, headers = {} } = options
  if (client !== undefined) return connectionOf(client, options)
  const vendor = vendorOfPreset(options.preset)
  const baseUrl = baseUrlOf(options, vendor)
  if (baseUrl.authorization !== undefined && typeof options.apiKey === 'string') {
    throw new AssayError({
      kind: 'config',
      provider: vendor.name,
      message: 'baseURL holds credentials and apiKey is set: both need the Authorization header. Keep one of them.',
    })
  }
  let opened: Promise<Opened> | undefined
  return {
    provider: vendor.name,
    service: serviceOf(baseUrl, vendor),
    where: baseUrl.shown,
    headers,
    async open(modelId) {
      // The client keeps the key and the environment's headers from its creation.
      opened ??= open(keyOfVendor(options, { vendor, baseUrl, modelId }))
      return opened
    },
  }

  async function open(apiKey: string | undefined): Promise<Opened> {
    const secrets = secretForms([apiKey, ...baseUrl.secrets, ...headerSecrets(headers), ...customHeaderSecrets()])
    return { client: await createClient(options, { vendor, baseUrl, apiKey }), secrets }
  }
}

/** Secrets in the headers that the SDK reads from the environment. */
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

/** Removes the headers that the SDK reads from the environment, which are for OpenAI or a gateway to it. */
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
        // If the client fetches tokens, its key is the last of them.
        get secrets() {
          return secretForms([client.apiKey, ...baseUrl.secrets, ...customHeaderSecrets()])
        },
      }),
  }
}

/** The Azure settings of a client. Detected by shape, since the client may come from another copy of the SDK. */
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

type Target = { readonly vendor: Vendor; readonly baseUrl: BaseUrl; readonly modelId: string }

/** @throws AssayError `auth` if OpenAI or a preset is called at its own address without a key, or an HTTP header cannot hold the key. */
function keyOfVendor({ apiKey, baseURL, headers = {} }: OpenAIConnectionOptions, { vendor, baseUrl, modelId }: Target): string | undefined {
  const { name: provider, keyVariables } = vendor
  const model = { provider, modelId }
  const key = keyOf(apiKey, 'apiKey', keyVariables, model)
  const hasHeader = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (key !== undefined || !needsKey(vendor, baseURL, baseUrl) || hasHeader || baseUrl.authorization !== undefined) return key
  throw missingKey(model, baseUrl.shown, `Set ${keyVariables[0]}, or pass \`apiKey\` to createOpenAI in code.`)
}

/** A server at another address may need no key. */
function needsKey({ isPreset, baseURLVariable }: Vendor, baseURL: string | undefined, { isOpenAI }: BaseUrl): boolean {
  return isOpenAI || (isPreset && baseURL === undefined && environmentVariable(baseURLVariable) === undefined)
}
