import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { AssayError } from '@assay/core'
import { notUtf8Line } from '@assay/text'
import { configFault } from './config-fault.ts'

/**
 * The text of a configuration file, which is UTF-8: other bytes are refused, not replaced.
 * @throws AssayError `config` if it cannot be read, or is no such text.
 */
export function readConfigText(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `The configuration ${path} cannot be read: ${why}`, cause: error })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    const isUtf16 = bytes.includes(0)
    const line = isUtf16 ? undefined : notUtf8Line(bytes)
    throw configFault(
      { file: basename(path), line },
      `it is no UTF-8 text${isUtf16 ? ', and looks like UTF-16' : ''}. Save it as UTF-8.`,
      error,
    )
  }
}
