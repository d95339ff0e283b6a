import { constants, isUtf8 } from 'node:buffer'
import type { AssayError } from '@assay/core'
import { dataError } from './data-error.ts'
import type { DataFile } from './format.ts'

const LINE_FEED = 0x0a

/**
 * Decodes a file as blocks of whole lines, a byte order mark left out. Cutting at line feeds never cuts a character, since no
 * byte of a longer UTF-8 character equals one.
 * @param line the physical line, from 1, at which the next block begins: whoever reads the blocks counts anyway.
 * @throws AssayError `data` where the file is empty, cannot be read, or is not UTF-8.
 */
export async function* textBlocks(file: DataFile, line: () => number): AsyncGenerator<string> {
  let pending: Buffer[] = []
  let atStart = true
  const decoded = (bytes: Buffer): string => {
    const text = decode(bytes, { file, line, atStart })
    atStart = false
    return text
  }
  for await (const chunk of file.bytes()) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end === 0) {
      pending.push(chunk)
      continue
    }
    const head = chunk.subarray(0, end)
    const bytes = pending.length === 0 ? head : Buffer.concat([...pending, head])
    pending = end === chunk.length ? [] : [chunk.subarray(end)]
    yield decoded(bytes)
  }
  if (pending.length > 0) yield decoded(Buffer.concat(pending))
  else if (atStart) throw dataError({ file: file.path }, 'the file is empty. Rows were expected: was it written to the end?')
}

function decode(bytes: Buffer, { file, line, atStart }: { file: DataFile; line: () => number; atStart: boolean }): string {
  if (atStart && isUtf16(bytes)) {
    throw dataError({ file: file.path, line: 1 }, 'the file looks like UTF-16. UTF-8 was expected: save it as UTF-8.')
  }
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw dataError(
      { file: file.path, line: line() },
      `the line is longer than ${constants.MAX_STRING_LENGTH} bytes, the most that can be read.`,
    )
  }
  if (!isUtf8(bytes)) throw notUtf8(bytes, file, line())
  const text = bytes.toString('utf8')
  return atStart && text.startsWith('\uFEFF') ? text.slice(1) : text
}

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (bytes.length > 1 && (first === 0) !== (second === 0))
  )
}

/** Names the first line that is not UTF-8. */
function notUtf8(bytes: Buffer, file: DataFile, firstLine: number): AssayError {
  let line = firstLine
  for (let start = 0; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed === -1 ? bytes.length : feed + 1
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end
  }
  return dataError(
    { file: file.path, line },
    'the line holds bytes that are not UTF-8. Save the file as UTF-8 (it may be Latin-1 or Windows-1252).',
  )
}
