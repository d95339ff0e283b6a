import { AssayError } from '@assay/core'
import type { Environment } from './environment-reference.ts'

/**
 * A judge whose server is set only by a data file, protected from the environment: it is sent no key that the file does not request by
 * name.
 * @param ambientVariables Variables whose values its provider sends to any server.
 * @throws AssayError `config` if the environment holds headers that would be sent there all the same.
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
