import { isRecord } from '@assay/core'
import { headerSecrets, secretForms, urlCredentials, withoutSlashes } from '@assay/provider-kit'
import type { AiSdkModel } from './model-shape.ts'

/** What the models of the SDK's packages hold of their connection; nothing where a model is wrapped, or of another make. */
function configOf(model: AiSdkModel): Readonly<Record<string, unknown>> {
  const config: unknown = Reflect.get(model, 'config')
  return isRecord(config) ? config : {}
}

/** Where a model is asked, without credentials and query; `undefined` where it does not tell. */
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
 * What a model sends to be let in, in all its forms: the SDK has no other way to know the key. Nothing where the model does not tell; then
 * only what looks like a key can be taken out of a message.
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
    // There is no key: whoever asks is told so.
    return {}
  }
}
