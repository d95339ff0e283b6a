import { readFileSync } from 'node:fs'
import { AssayError } from '@assay/core'
import { createPriceList, type PriceList } from '@assay/runner'

/** The prices of a file that `--prices` names, before those that come with Assay. @throws AssayError `config` for what cannot be read as such. */
export function priceFile(path: string): PriceList {
  let own: unknown
  try {
    own = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `--prices ${path} could not be read as JSON: ${why}`, cause: error })
  }
  return createPriceList(own, path)
}
