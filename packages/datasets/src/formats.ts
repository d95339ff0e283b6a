import { AssayError } from '@assay/core'
import { csvFormat, tsvFormat } from './csv-format.ts'
import type { Format, FormatName } from './format.ts'
import { jsonlFormat } from './jsonl-format.ts'

const formats: readonly Format[] = [jsonlFormat, csvFormat, tsvFormat]

/**
 * The format asked for, else the one of the file's ending.
 * @throws AssayError `config` where there is none.
 */
export function formatOf(path: string, asked?: FormatName): Format {
  if (asked !== undefined) {
    const found = formats.find(({ name }) => name === asked)
    if (found === undefined) throw unknown(`There is no format ${JSON.stringify(asked)}.`)
    return found
  }
  const lower = path.toLowerCase()
  const found = formats.find(({ endings }) => endings.some((ending) => lower.endsWith(ending)))
  if (found === undefined) throw unknown(`The ending of ${path} names no known format.`)
  return found
}

function unknown(what: string): AssayError {
  const endings = formats.flatMap((format) => format.endings)
  const names = formats.map(({ name }) => name)
  return new AssayError({
    kind: 'config',
    message: `${what} Known endings are ${endings.join(', ')}; rename the file, or name the format in code (${names.join(', ')}).`,
  })
}
