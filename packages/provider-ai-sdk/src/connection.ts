import { isRecord } from '@assay/core'
import { headerSecrets, secretForms, urlCredentials, withoutSlashes } from '@assay/provider-kit'
import type { AiSdkModel } from './model-shape.ts'

/** The connection settings that models of the SDK's packages have. Empty for wrapped models and those of other makers. */
function configOf(model: AiSdkModel): Readonly<Record<string, unknown>> {
  const config: unknown = Reflect.get(model, 'config')
  return isRecord(config) ? config : {}
}

/** The address of a model's server, without credentials and query; `undefined` if unknown. */
export function addressOf(model: AiSdkModel, given: string | undefined): string | undefined {
  const url = urlOf(model, given)
  return url === undefined ? undefined : `${url.origin}${withoutSlashes(url.pathname)}`
}

function urlOf(model: AiSdkModel, given: string | undefined): URL | undefined {
  return [given, ...addressesIn(model)].map((text) => (typeof text === 'string' ? URL.parse(text) : null)).find((url) => url !== null)
}

function addressesIn(model: AiSdkModel): unknown[] {
  const { baseURL, url } = configOf(model)
  if (baseURL !== undefined || typeof url !== 'function') return [baseURL]
  try {
    return [Reflect.apply(url, undefined, [{ path: '', modelId: model.modelId }])]
  } catch {
    return []
  }
}

/**
 * The credentials that a model sends, in all their forms, from its headers and URL: the SDK does not expose the key. Empty if they are
 * unknown; then only text that looks like a key can be removed from a message.
 */
export async function secretsOf(model: AiSdkModel): Promise<readonly string[]> {
  const url = urlOf(model, undefined)
  return secretForms([...headerSecrets(await headersOf(model)), ...(url === undefined ? [] : urlCredentials(url).secrets)])
}

async function headersOf(model: AiSdkModel): Promise<Readonly<Record<string, string>>> {
  const { headers } = configOf(model)
  try {
    const given: unknown = typeof headers === 'function' ? await Reflect.apply(headers, undefined, []) : await headers
    if (!isRecord(given)) return {}
    return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    // The key is missing. The call itself reports that.
    return {}
  }
}
