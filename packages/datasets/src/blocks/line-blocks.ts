import { open } from 'node:fs/promises'
import { LONGEST_ROW } from '../formats/longest-row.ts'
import { isBlank } from '../formats/jsonl-format.ts'
import type { BlockStart } from './block-reader.ts'
import { type ReadAhead, readAhead } from './read-ahead.ts'

/** Whole lines of a file, as bytes of their own. */
export type LineBlock = { readonly bytes: Uint8Array<ArrayBuffer>; readonly start: BlockStart; readonly rows: number }

export type LineBlocksOptions = {
  /** Bytes of a block, about: a multiple of 64 KiB. */
  readonly blockBytes: number
  /** A buffer of at least so many bytes for a block, which is then the block's. */
  readonly bufferOf: (bytes: number) => ArrayBuffer
}

/** What `readDataset` decodes at once: blocks end where some of its pieces end, so that the same rows stand before a fault. */
const CHUNK_BYTES = 64 * 1024
const LINE_FEED = 0x0a
const BRACE = 0x7b

/**
 * Cuts plain files of JSON Lines into blocks of whole lines, counting lines and rows without decoding them. The first block of a file
 * is what `readDataset` reads first of it.
 * @throws RangeError for a line that may be too long; Error for a file that cannot be read. `readDataset` says it better.
 */
export async function* lineBlocks(
  paths: readonly string[],
  { blockBytes, bufferOf }: LineBlocksOptions,
): AsyncGenerator<LineBlock, void, undefined> {
  let index = 0
  for (const [source, file] of paths.entries()) {
    await using handle = await open(file)
    await using ahead = readAhead(handle)
    let [line, rowInFile] = [1, 0]
    let rest: Uint8Array = new Uint8Array(0)
    // A line longer than a block is read in steps that grow, so that it is not copied more than a few times.
    for (let wanted = CHUNK_BYTES; ; wanted = Math.max(blockBytes, Math.ceil(rest.length / CHUNK_BYTES) * CHUNK_BYTES)) {
      const { bytes, size, isLast } = await readAfter(ahead, rest, new Uint8Array(bufferOf(rest.length + wanted), 0, rest.length + wanted))
      const end = isLast ? size : Buffer.from(bytes.buffer, 0, size).lastIndexOf(LINE_FEED) + 1
      rest = bytes.slice(end, size)
      if (size > LONGEST_ROW) throw new RangeError(`${file} may have a line of more than ${LONGEST_ROW} bytes.`)
      if (end > 0) {
        const block = bytes.subarray(0, end)
        const { lines, rows } = counted(Buffer.from(block.buffer, 0, end), line === 1)
        yield { bytes: block, start: { source, file, line, rowInFile, index }, rows }
        line += lines
        rowInFile += rows
        index += rows
      }
      if (isLast) break
    }
  }
}

/** Fills the bytes with the rest of the block before and what follows it. */
async function readAfter(
  ahead: ReadAhead,
  rest: Uint8Array,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; size: number; isLast: boolean }> {
  bytes.set(rest)
  let size = rest.length
  while (size < bytes.length) {
    const read = await ahead.read(bytes, size, bytes.length - size)
    if (read === 0) return { bytes, size, isLast: true }
    size += read
  }
  return { bytes, size, isLast: false }
}

/** Lines that begin in the block, and those of them that are not blank. */
function counted(bytes: Buffer, isFileStart: boolean): { lines: number; rows: number } {
  let [lines, rows] = [0, 0]
  for (let at = 0; at < bytes.length; lines += 1) {
    const feed = bytes.indexOf(LINE_FEED, at)
    const end = feed === -1 ? bytes.length : feed
    if (bytes[at] === BRACE || !isBlank(lineText(bytes, at, end, isFileStart))) rows += 1
    at = end + 1
  }
  return { lines, rows }
}

function lineText(bytes: Buffer, from: number, to: number, isFileStart: boolean): string {
  const text = bytes.toString('utf8', from, to)
  return isFileStart && from === 0 && text.startsWith('\uFEFF') ? text.slice(1) : text
}
