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
  /** Default `AZURE_OPENAI_API_KEY`, where no token provider is given. */
  readonly apiKey?: string | undefined
  /** Called for every request, for a token of Microsoft Entra. Stands instead of a key. */
  readonly azureADTokenProvider?: (() => Promise<string>) | undefined
  /** As in `2024-10-21`. Default `OPENAI_API_VERSION`. */
  readonly apiVersion?: string | undefined
  /** The deployment to ask. Default: the model is named by its deployment. */
  readonly deployment?: string | undefined
  /** Default: a fetch that waits as long as it takes, follows no redirect, and goes through the proxies of the environment. */
  readonly fetch?: typeof fetch | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Deployments on Azure OpenAI as judges and for embeddings, asked through the SDK's own client for Azure. A deployment may be named
 * anything: where its name is not the model's, say by hand what it takes. Environment variables but the key are read when a model
 * is named.
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

/** What an endpoint ends in, before the version, the deployment and the route. */
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
        // The token is known only once the request is made.
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
    // Both are OpenAI's own, and would be sent to Azure from the environment.
    organization: null,
    project: null,
    fetch: withWholeErrors(options.fetch ?? patientFetch),
    timeout: NO_TIMEOUT,
    logLevel: 'off',
  })
}

/** @throws AssayError `config` for an endpoint that is none, or holds what other options say. */
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
      `${source} is the address of one deployment. Write only what stands before ${ROOT}; name the deployment as the model, and the version as \`apiVersion\`.`,
    )
  }
  if (root.endsWith(`${ROOT}/v1`)) {
    throw config(`${source} is the address of the v1 API, which knows no version. Give it to createOpenAI as \`baseURL\`, with \`apiKey\`.`)
  }
  return { baseURL: `${url.origin}${root}${ROOT}`, credentials: secrets }
}

/** @throws AssayError `auth` where there is no key, or one that no header carries. */
function azureKey({ apiKey }: AzureConnectionOptions, where: string, modelId: string): string {
  const asked = { provider: 'azure', modelId }
  const key = keyOf(apiKey, 'apiKey', ['AZURE_OPENAI_API_KEY'], asked)
  if (key !== undefined) return key
  throw missingKey(asked, where, 'Set AZURE_OPENAI_API_KEY, or pass `apiKey` or `azureADTokenProvider` to createAzureOpenAI in code.')
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', provider: 'azure', message })
}
