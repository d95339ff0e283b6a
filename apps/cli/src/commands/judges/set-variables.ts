import type { ProviderEntry } from '@assay/options'

/** The variables of a provider's key that are set. Never their values. */
export function setVariables({ keyVariables = [] }: ProviderEntry): readonly string[] {
  return keyVariables.filter((name) => (process.env[name] ?? '').trim() !== '')
}
