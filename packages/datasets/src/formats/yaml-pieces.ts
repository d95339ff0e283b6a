import { dataError } from '../data-error.ts'
import type { DataFile } from './format.ts'
import { textBlocks } from './text-blocks.ts'

export type YamlPiece = {
  readonly text: string
  /** The physical line on which it begins, from 1. */
  readonly line: number
}

/** A file up to this size is read as one, so that its anchors reach all of it. */
const PIECE = 1024 * 1024
/** What cannot be cut is read whole, at some hundred bytes of memory for each of its own. */
const LONGEST = 16 * 1024 * 1024

/**
 * Cuts a list of rows before its items, so that memory does not grow with their number. Only where the document itself is a list
 * whose items begin at the left margin: nothing inside an item may stand there.
 * @throws AssayError `data` where a piece that cannot be cut is over 16 MiB.
 */
export async function* yamlPieces(file: DataFile): AsyncGenerator<YamlPiece> {
  let line = 1
  let first = 1
  let parts: string[] = []
  let size = 0
  let document: 'begins' | 'is-list' | 'is-whole' = 'begins'
  for await (const block of textBlocks(file, () => line)) {
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

/** `---` and `...` begin and end documents, `%` their directives. */
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
