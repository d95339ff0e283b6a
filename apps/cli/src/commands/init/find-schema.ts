import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const SCHEMA = 'node_modules/assay/schema/assay.config.schema.json'

/** The schema of the nearest installed Assay, as a path for a file in `folder`; `undefined` if none is installed there or above. */
export function findSchema(folder: string): string | undefined {
  const from = resolve(folder)
  for (let at = from; ; at = dirname(at)) {
    const path = join(at, SCHEMA)
    if (existsSync(path)) {
      const named = relative(from, path).replaceAll(sep, '/')
      return named.startsWith('.') ? named : `./${named}`
    }
    if (at === dirname(at)) return undefined
  }
}
