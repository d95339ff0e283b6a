import { AssayError } from '@assay/core'
import { readAge } from '../../store/read-age.ts'
import type { RawEvalOptions } from './eval-options.ts'

/** How old replies of other runs may be, ms; `undefined` where none is too old. @throws AssayError `config` for an age beside `--no-cache`. */
export function replyAge({ cacheTtl, cache }: Pick<RawEvalOptions, 'cacheTtl' | 'cache'>): number | undefined {
  if (cacheTtl === undefined) return undefined
  if (cache === false) {
    const message = '--cache-ttl says which replies of other runs are used, and --no-cache uses none. Leave one of the two out.'
    throw new AssayError({ kind: 'config', message })
  }
  return readAge('--cache-ttl', cacheTtl)
}
