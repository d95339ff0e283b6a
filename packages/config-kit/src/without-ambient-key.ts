import { AssayError } from '@assay/core'
import type { Environment } from './environment-reference.ts'

/** Headers that an SDK adds by itself to what it sends, wherever that goes. */
const HEADER_VARIABLES: Readonly<Record<string, string>> = { openai: 'OPENAI_CUSTOM_HEADERS', anthropic: 'ANTHROPIC_CUSTOM_HEADERS' }

/**
 * A judge whose server only a file of data names, kept from what lies about in the environment: it is sent no key that the file does
 * not ask for by name.
 * @throws AssayError `config` where the environment holds headers that would go there all the same.
 */
export function withoutAmbientKey<T extends { readonly baseURL?: unknown; readonly apiKey?: unknown }>(
  judge: T,
  provider: string,
  environment: Environment,
): T | (T & { readonly apiKey: null }) {
  if (judge.baseURL === undefined) return judge
  const variable = Object.hasOwn(HEADER_VARIABLES, provider) ? HEADER_VARIABLES[provider] : undefined
  if (variable !== undefined && (environment[variable] ?? '') !== '') {
    throw new AssayError({
      kind: 'config',
      message: `${variable} is set, and would be sent to a server that only the configuration names. Unset it, or pass --trust-config.`,
    })
  }
  return judge.apiKey === undefined ? { ...judge, apiKey: null } : judge
}
