import { dataError } from '../data-error.ts'
import { fileSource } from '../source/file-source.ts'
import { lineBlocks } from '../formats/line-blocks.ts'

export type TrecLine = { readonly fields: readonly string[]; readonly line: number }

/**
 * The lines of a TREC file in batches, without blank ones. Fields are separated by spaces or tabs.
 * @throws AssayError `data` with file and line if a line has a wrong number of fields.
 */
export async function* trecLines(path: string, columns: readonly string[]): AsyncGenerator<readonly TrecLine[]> {
  let line = 1
  for await (const block of lineBlocks(fileSource(path), () => line)) {
    const lines: TrecLine[] = []
    let fault: Error | undefined
    for (let start = 0; start < block.length && fault === undefined; line += 1) {
      const feed = block.indexOf('\n', start)
      const end = feed === -1 ? block.length : feed
      const fields = fieldsOf(block.slice(start, end))
      start = end + 1
      if (fields.length === columns.length) lines.push({ fields, line })
      else if (fields.length > 0) fault = wrongCount(path, line, fields, columns)
    }
    if (lines.length > 0) yield lines
    if (fault !== undefined) throw fault
  }
}

/** Without a regular expression, which took most of the time on large runs. */
function fieldsOf(text: string): string[] {
  const fields: string[] = []
  let start = -1
  for (let index = 0; index <= text.length; index += 1) {
    if (index === text.length || isSpace(text.charCodeAt(index))) {
      if (start !== -1) fields.push(text.slice(start, index))
      start = -1
    } else if (start === -1) start = index
  }
  return fields
}

/** Tab, vertical tab, form feed, carriage return and space; not the no-break space, which may be part of a document id. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
}

function wrongCount(file: string, line: number, fields: readonly string[], columns: readonly string[]): Error {
  return dataError(
    { file, line },
    `found ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}, but each line must have ${columns.length}: ${columns.join(' ')}. Fields stand between spaces or tabs, and hold none.`,
  )
}
