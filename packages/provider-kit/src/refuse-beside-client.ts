import { AssayError } from '@assay/core'

/**
 * Refuses options of a connection beside a client that was given whole, where they would have no effect.
 * @throws AssayError `config` naming them.
 */
export function refuseBesideClient(provider: string, options: Readonly<Record<string, unknown>>): void {
  const beside = Object.entries(options).flatMap(([name, value]) => (name === 'client' || value === undefined ? [] : [name]))
  if (beside.length === 0) return
  throw new AssayError({
    kind: 'config',
    provider,
    message: `client is set, and so is ${beside.join(', ')}. Set it at the client instead.`,
  })
}
