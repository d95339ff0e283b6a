import { isUtf8 } from 'node:buffer'
import type { AssayError } from '@assay/core'
import { notUtf8Line } from '@assay/text'
import { dataError } from '../data-error.ts'
import type { DataFile } from './format.ts'
import { LONGEST_ROW } from './longest-row.ts'

const LINE_FEED = 0x0a
const SMALLEST_BUFFER = 128 * 1024

type Place = { readonly file: DataFile; readonly line: () => number }

/**
 * Decodes a file as blocks of complete lines, without a byte order mark. Splitting at line feeds never splits a character, since no byte of
 * a longer UTF-8 character equals a line feed.
 * @param line the physical line, from 1, at which the next block begins: the reader of the blocks counts lines anyway.
 * @throws AssayError `data` if the file is empty, cannot be read, is not UTF-8, or holds a line over 128 MiB.
 */
export function lineBlocks(file: DataFile, line: () => number): AsyncGenerator<string> {
  return textPieces({ file, line }, (held, chunk) => {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    return end === 0 ? 0 : held.length - chunk.length + end
  })
}

/** The same in chunks that end between any two characters, for texts without lines. */
export function textChunks(file: DataFile, line: () => number): AsyncGenerator<string> {
  return textPieces({ file, line }, wholeCharacters)
}

/**
 * Collects bytes in one reused buffer: new buffers could use a hundred megabytes before they are collected.
 * @param cut how many of the held bytes can be decoded; the last of them are those of the chunk.
 */
async function* textPieces(place: Place, cut: (held: Buffer, chunk: Buffer) => number): AsyncGenerator<string> {
  let buffer = Buffer.allocUnsafeSlow(SMALLEST_BUFFER)
  let size = 0
  let atStart = true
  const decodedTo = (end: number): string => {
    const text = decoded(buffer.subarray(0, end), place, atStart)
    atStart = false
    buffer.copyWithin(0, end, size)
    size -= end
    return text
  }
  for await (const chunk of place.file.bytes()) {
    if (size + chunk.length > buffer.length) buffer = enlarged(buffer, size, size + chunk.length)
    chunk.copy(buffer, size)
    size += chunk.length
    const end = cut(buffer.subarray(0, size), chunk)
    if (end > 0) yield decodedTo(end)
    else if (size > LONGEST_ROW) throw tooLong(place)
  }
  if (size > 0) yield decodedTo(size)
  else if (atStart) throw dataError({ file: place.file.path }, 'the file is empty. Rows were expected: was it written to the end?')
}

function enlarged(buffer: Buffer, size: number, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2))
  buffer.copy(larger, 0, 0, size)
  return larger
}

/** The number of bytes up to an incomplete last character, of at most four bytes. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length
    if (byte < 0x80) break
  }
  return bytes.length
}

/** Decodes bytes, without a byte order mark at the start of a file. @throws AssayError `data` if they are not UTF-8. */
function decoded(bytes: Buffer, { file, line }: Place, atStart: boolean): string {
  if (atStart && isUtf16(bytes)) {
    throw dataError({ file: file.path, line: 1 }, 'the file looks like UTF-16. UTF-8 was expected: save it as UTF-8.')
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

function tooLong({ file, line }: Place): AssayError {
  return dataError(
    { file: file.path, line: line() },
    `the line is longer than ${LONGEST_ROW / 1024 / 1024} MiB, the most that is read of one. Write one row a line.`,
  )
}

/** The error with the first line that is not UTF-8. */
function notUtf8(bytes: Buffer, file: DataFile, firstLine: number): AssayError {
  return dataError(
    { file: file.path, line: notUtf8Line(bytes, firstLine) ?? firstLine },
    'the line holds bytes that are not UTF-8. Save the file as UTF-8 (it may be Latin-1 or Windows-1252).',
  )
}
