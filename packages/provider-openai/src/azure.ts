import { AssayError } from '@assay/core'
import {
  environmentVariable,
  headerSecrets,
  keyOf,
  missingKey,
  parseHttpUrl,
  patientFetch,
  secretForms,
  urlCredentials,
  withoutSlashes,
} from '@assay/provider-kit'
import type { AzureOpenAI } from 'openai'
import { type Connection, customHeaderSecrets, NO_TIMEOUT } from './connection.ts'
import { withWholeErrors } from './whole-errors.ts'
import { createProvider, type OpenAIProvider, type ServerOptions } from './provider.ts'

export type AzureOpenAIOptions = ServerOptions & {
  /** As in `https://my-resource.openai.azure.com`. Default `AZURE_OPENAI_ENDPOINT`. */
  readonly endpoint?: string | undefined
  /** Default `AZURE_OPENAI_API_KEY`, unless a token provider is given. */
  readonly apiKey?: string | undefined
  /** Called for every request, for a token of Microsoft Entra. Replaces the key. */
  readonly azureADTokenProvider?: (() => Promise<string>) | undefined
  /** As in `2024-10-21`. Default `OPENAI_API_VERSION`. */
  readonly apiVersion?: string | undefined
  /** The deployment to call. Default: the model id is the name of the deployment. */
  readonly deployment?: string | undefined
  /** Default: a fetch without a timeout, which follows no redirects and uses the proxies of the environment. */
  readonly fetch?: typeof fetch | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Deployments on Azure OpenAI as judges and for embeddings, called through the SDK's client for Azure. If the name of a deployment is not
 * that of its model, set `capabilities`. Environment variables are read when a model is created, the key on its first call.
 *
 * ```ts
 * const azure = createAzureOpenAI({ endpoint: 'https://my-resource.openai.azure.com', apiVersion: '2024-10-21' })
 * const judge = azure('judge-east', { capabilities: { temperature: false } })
 * ```
 */
export function createAzureOpenAI(options: AzureOpenAIOptions = {}): OpenAIProvider {
  const { api, capabilities, ...connectionOptions } = options
  return createProvider(() => createAzureConnection(connectionOptions), { api, capabilities })
}

type AzureConnectionOptions = Omit<AzureOpenAIOptions, keyof ServerOptions>

/** The path of an endpoint, before deployment and route. */
const ROOT = '/openai'

function createAzureConnection(options: AzureConnectionOptions): Connection {
  const { headers = {}, deployment } = options
  if (options.apiKey !== undefined && options.azureADTokenProvider !== undefined) {
    throw config('apiKey and azureADTokenProvider are both set. Keep one of them.')
  }
  const apiVersion = options.apiVersion ?? environmentVariable('OPENAI_API_VERSION')
  if (apiVersion === undefined)
    throw config('apiVersion is missing. Set OPENAI_API_VERSION, or pass `apiVersion` to createAzureOpenAI in code.')
  const { baseURL, credentials } = endpointOf(options)
  const where = `${baseURL}?${new URLSearchParams({ 'api-version': apiVersion }).toString()}`
  let token: string | undefined
  const provideToken = options.azureADTokenProvider
  const azureADTokenProvider = provideToken === undefined ? undefined : async () => (token = await provideToken())
  let opened: Promise<AzureOpenAI> | undefined
  return {
    provider: 'azure',
    service: { isOpenAI: false, isAzure: true },
    where,
    headers,
    deployment,
    async open(modelId) {
      const apiKey = azureADTokenProvider === undefined ? azureKey(options, where, modelId) : undefined
      opened ??= createClient({ ...options, apiKey, apiVersion, azureADTokenProvider }, baseURL)
      const known = secretForms([apiKey, ...credentials, ...headerSecrets(headers), ...customHeaderSecrets()])
      return {
        client: await opened,
        // The token is known only after the request is sent.
        get secrets() {
          return [...known, ...secretForms([token])]
        },
      }
    },
  }
}

async function createClient(options: AzureConnectionOptions & { apiVersion: string }, baseURL: string): Promise<AzureOpenAI> {
  const { AzureOpenAI } = await import('openai')
  const { apiKey = '', apiVersion, azureADTokenProvider, deployment, headers } = options
  return new AzureOpenAI({
    apiKey,
    apiVersion,
    baseURL,
    ...(azureADTokenProvider === undefined ? {} : { azureADTokenProvider }),
    ...(deployment === undefined ? {} : { deployment }),
    ...(headers === undefined ? {} : { defaultHeaders: headers }),
    // Otherwise the SDK would send OpenAI's values from the environment to Azure.
    organization: null,
    project: null,
    fetch: withWholeErrors(options.fetch ?? patientFetch),
    timeout: NO_TIMEOUT,
    logLevel: 'off',
  })
}

/** @throws AssayError `config` if the endpoint is invalid, or contains what other options set. */
function endpointOf({ endpoint }: AzureConnectionOptions): { baseURL: string; credentials: readonly string[] } {
  const text = endpoint ?? environmentVariable('AZURE_OPENAI_ENDPOINT')
  if (text === undefined) throw config('endpoint is missing. Set AZURE_OPENAI_ENDPOINT, or pass `endpoint` to createAzureOpenAI in code.')
  const source = endpoint === undefined ? 'AZURE_OPENAI_ENDPOINT' : 'endpoint'
  const url = parseHttpUrl(text, { provider: 'azure', source, example: 'https://my-resource.openai.azure.com' })
  const path = withoutSlashes(url.pathname)
  const root = path.endsWith(ROOT) ? path.slice(0, -ROOT.length) : path
  const { authorization, secrets } = urlCredentials(url)
  if (authorization !== undefined) throw config(`${source} holds credentials. Pass \`apiKey\` or \`headers\` instead.`)
  if (root.includes(`${ROOT}/deployments/`) || url.search !== '') {
    throw config(
      `${source} is the address of one deployment. Write only the part before ${ROOT}; name the deployment as the model, and the version as \`apiVersion\`.`,
    )
  }
  if (root.endsWith(`${ROOT}/v1`)) {
    throw config(`${source} is the address of the v1 API, which has no version. Pass it to createOpenAI as \`baseURL\`, with \`apiKey\`.`)
  }
  return { baseURL: `${url.origin}${root}${ROOT}`, credentials: secrets }
}

/** @throws AssayError `auth` if there is no key, or an HTTP header cannot hold it. */
function azureKey({ apiKey }: AzureConnectionOptions, where: string, modelId: string): string {
  const model = { provider: 'azure', modelId }
  const key = keyOf(apiKey, 'apiKey', ['AZURE_OPENAI_API_KEY'], model)
  if (key !== undefined) return key
  throw missingKey(model, where, 'Set AZURE_OPENAI_API_KEY, or pass `apiKey` or `azureADTokenProvider` to createAzureOpenAI in code.')
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', provider: 'azure', message })
}
