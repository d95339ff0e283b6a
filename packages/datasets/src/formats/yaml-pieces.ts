import { dataError } from '../data-error.ts'
import type { DataFile } from './format.ts'
import { lineBlocks } from './line-blocks.ts'

export type YamlPiece = {
  readonly text: string
  /** The physical line on which it begins, from 1. */
  readonly line: number
}

/** A file up to this size is parsed as one piece, so that its anchors work everywhere in it. */
const PIECE = 1024 * 1024
/** The largest piece that cannot be split: parsing takes some hundred bytes of memory for each byte. */
const LONGEST = 16 * 1024 * 1024

/**
 * Splits a list of rows before its items, so that memory does not grow with their number. Only for a document that is a list with its items
 * at the left margin, where nothing inside an item can be.
 * @throws AssayError `data` if a piece that cannot be split is over 16 MiB.
 */
export async function* yamlPieces(file: DataFile): AsyncGenerator<YamlPiece> {
  let line = 1
  let first = 1
  let parts: string[] = []
  let size = 0
  let document: 'begins' | 'is-list' | 'is-whole' = 'begins'
  for await (const block of lineBlocks(file, () => line)) {
    let from = 0
    for (let start = 0; start < block.length; line += 1) {
      const feed = block.indexOf('\n', start)
      const end = feed === -1 ? block.length : feed + 1
      const isItem = block[start] === '-' && /[\s]/.test(block[start + 1] ?? ' ')
      if (document === 'is-list' && isItem && size + start - from >= PIECE) {
        yield { text: [...parts, block.slice(from, start)].join(''), line: first }
        parts = []
        size = 0
        from = start
        first = line
      }
      if (isMarker(block, start)) document = 'begins'
      else if (document === 'begins' && !isEmpty(block, start, end)) document = isItem ? 'is-list' : 'is-whole'
      start = end
    }
    parts.push(block.slice(from))
    size += block.length - from
    if (size > LONGEST) throw tooLong(file.path, first)
  }
  yield { text: parts.join(''), line: first }
}

/** `---` and `...` begin and end documents; `%` begins a directive. */
function isMarker(block: string, start: number): boolean {
  return block.startsWith('---', start) || block.startsWith('...', start) || block[start] === '%'
}

function isEmpty(block: string, start: number, end: number): boolean {
  return /^\s*(?:#|$)/.test(block.slice(start, Math.min(end, start + 1000)))
}

function tooLong(file: string, line: number): Error {
  return dataError(
    { file, line },
    `over ${LONGEST / 1024 / 1024} MiB of YAML follow that cannot be read row by row. Write the rows as a list at the left margin, each beginning with "- ", or as JSONL.`,
  )
}
