import { resolve } from 'node:path'
import { type Entry, isEntry } from '@assay/catalog'
import { configFault } from '@assay/config-kit'
import type { LoadedConfig } from './load-config.ts'

/**
 * The registrations of a configuration: files of entries, or entries if it is code.
 * @throws AssayError `config` for a file of data that is not trusted: registering runs code.
 */
export function registrationsOf(
  value: unknown,
  { file, folder, isCode, lineOf }: LoadedConfig,
  isTrusted: boolean,
): readonly (string | Entry)[] {
  const place = { file, line: lineOf?.(['register']), path: ['register'] }
  if (value === undefined) return []
  if (!isCode && !isTrusted)
    throw configFault(
      place,
      'what registers entries is code, and a file of data loads none. Use an assay.config.ts, or pass --trust-config.',
    )
  return (Array.isArray(value) ? value : [value]).map((registration: unknown) => {
    if (typeof registration === 'string' && registration !== '') return resolve(folder, registration)
    if (isCode && isEntry(registration)) return registration
    throw configFault(place, 'found what is neither a file nor an entry. Write the path of a file that exports entries.')
  })
}
