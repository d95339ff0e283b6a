import type { ProviderEntry } from '@assay/options'

/** Of the variables that a provider's key is looked for in, those that hold something. Never what they hold. */
export function setVariables({ keyVariables = [] }: ProviderEntry): readonly string[] {
  return keyVariables.filter((name) => (process.env[name] ?? '').trim() !== '')
}
