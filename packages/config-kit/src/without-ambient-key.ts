import { AssayError } from '@assay/core'
import type { Environment } from './environment-reference.ts'

/**
 * A judge whose server only a file of data names, kept from what lies about in the environment: it is sent no key that the file does
 * not ask for by name.
 * @param ambientVariables Those whose values its provider sends by itself, wherever that goes.
 * @throws AssayError `config` where the environment holds headers that would go there all the same.
 */
export function withoutAmbientKey<T extends { readonly baseURL?: unknown; readonly apiKey?: unknown }>(
  judge: T,
  ambientVariables: readonly string[],
  environment: Environment,
): T | (T & { readonly apiKey: null }) {
  if (judge.baseURL === undefined) return judge
  const variable = ambientVariables.find((name) => (environment[name] ?? '') !== '')
  if (variable !== undefined) {
    throw new AssayError({
      kind: 'config',
      message: `${variable} is set, and would be sent to a server that only the configuration names. Unset it, or pass --trust-config.`,
    })
  }
  return judge.apiKey === undefined ? { ...judge, apiKey: null } : judge
}
