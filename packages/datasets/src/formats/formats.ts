import { type AssayError, configError } from '@assay/core'
import { STANDARD_INPUT } from '../source/standard-input.ts'
import { csvFormat, tsvFormat } from './csv-format.ts'
import type { Format, FormatName } from './format.ts'
import { jsonFormat } from './json-format.ts'
import { jsonlFormat } from './jsonl-format.ts'
import { parquetFormat } from './parquet-format.ts'
import { yamlFormat } from './yaml-format.ts'

const formats: readonly Format[] = [jsonlFormat, jsonFormat, csvFormat, tsvFormat, yamlFormat, parquetFormat]

/**
 * The requested format, else the one of the file extension (before `.gz`); JSON Lines for standard input.
 * @throws AssayError `config` if there is none.
 */
export function formatOf(path: string, wanted?: FormatName): Format {
  if (wanted !== undefined) {
    const found = formats.find(({ name }) => name === wanted)
    if (found === undefined) throw unknown(`There is no format ${JSON.stringify(wanted)}.`)
    return found
  }
  if (path === STANDARD_INPUT) return jsonlFormat
  const name = path.toLowerCase().replace(/\.gz$/, '')
  const found = formats.find(({ endings }) => endings.some((ending) => name.endsWith(ending)))
  if (found === undefined) throw unknown(`The ending of ${path} names no known format.`)
  return found
}

/** Whether a file is a table with delimited cells. @throws AssayError `config` if its format is unknown. */
export function isTable(path: string, wanted?: FormatName): boolean {
  return formatOf(path, wanted).cells
}

function unknown(what: string): AssayError {
  const endings = formats.flatMap((format) => format.endings)
  const names = formats.map(({ name }) => name)
  return configError(
    `${what} Known endings are ${endings.join(', ')}, each also with .gz; rename the file, or name its format (${names.join(', ')}).`,
  )
}
