import { dataError } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import { finder } from './finder.ts'
import { LONGEST_ROW } from './longest-row.ts'

/** The cells of one record; `undefined` for an unquoted empty cell, which is a missing value; `""` is the empty text. */
export type CsvCells = readonly (string | undefined)[]

export type CsvScanner = {
  /** Takes complete lines. An unfinished record is held until the next call. */
  readonly push: (text: string, onRecord: (cells: CsvCells, line: number) => void) => void
  /** @throws AssayError `data` if the file ends inside a quoted cell. */
  readonly end: () => void
  /** The physical line reached, from 1. */
  readonly line: () => number
}

type OpenQuote = { readonly line: number; readonly parts: string[] }

/**
 * Splits text into records after RFC 4180, strictly: a quote only at the beginning of a cell, LF or CRLF between records, and cells
 * exact to the character, with line breaks inside quotes. Blank lines are skipped. Linear in the text, however it is split.
 */
export function createCsvScanner({ delimiter, file }: { delimiter: string; file: string }): CsvScanner {
  let line = 1
  let recordLine = 1
  let cells: (string | undefined)[] = []
  let open: OpenQuote | undefined
  /** Text of an unfinished record from earlier pieces. */
  let held = 0

  function push(text: string, onRecord: (cells: CsvCells, line: number) => void): void {
    const feeds = finder(text, '\n')
    const delimiters = finder(text, delimiter)
    let at = 0
    const finishCell = (cell: string | undefined, end: number): void => {
      cells.push(cell)
      if (text[end] === delimiter) {
        at = end + 1
        if (at === text.length) finishCell(undefined, at)
        return
      }
      at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
      const record = cells
      cells = []
      held = 0
      const begun = recordLine
      line += 1
      recordLine = line
      onRecord(record, begun)
    }

    function quotedCell(from: number): void {
      const { parts, line: openedAt } = (open ??= { line, parts: [] })
      let close = text.indexOf('"', from)
      while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
      const stop = close === -1 ? text.length : close
      for (let feed = feeds(from); feed < stop; feed = feeds(feed + 1)) line += 1
      parts.push(unescaped(text.slice(from, stop)))
      if (close === -1) {
        at = text.length
        held += stop - from
        if (held > LONGEST_ROW) throw neverClosed(openedAt, `within ${LONGEST_ROW / 1024 / 1024} MiB, the most that is read of one row`)
        return
      }
      open = undefined
      const end = close + 1
      if (end < text.length && text[end] !== delimiter && !isLineEnd(text, end)) {
        const found = quoted(text.slice(end, Math.min(end + 20, feeds(end))))
        throw dataError(
          { file, line },
          `found ${found} after the closing quote of cell ${cells.length + 1} (opened on line ${openedAt}). Double each quote inside a cell: "".`,
        )
      }
      finishCell(parts.length === 1 ? parts[0] : parts.join(''), end)
    }

    function plainCell(): void {
      const feed = Math.min(feeds(at), text.length)
      const end = Math.min(delimiters(at), feed)
      const isLast = end === feed
      const cell = text.slice(at, isLast && text[end - 1] === '\r' && end > at ? end - 1 : end)
      if (isLast && cell === '' && cells.length === 0) {
        at = end + 1
        line += 1
        recordLine = line
        return
      }
      if (cell.includes('"'))
        throw dataError(
          { file, line },
          `cell ${cells.length + 1} holds a quote but does not begin with one: ${quoted(cell)}. Put the cell in quotes and double the quotes inside.`,
        )
      if (cell.includes('\r'))
        throw dataError(
          { file, line },
          `cell ${cells.length + 1} holds a carriage return: ${quoted(cell)}. End lines with LF or CRLF; put a cell with a line break in quotes.`,
        )
      finishCell(cell === '' ? undefined : cell, end)
    }

    if (open !== undefined) quotedCell(0)
    while (at < text.length) {
      if (text[at] === '"') quotedCell(at + 1)
      else plainCell()
    }
  }

  function neverClosed(openedAt: number, where: string): Error {
    return dataError(
      { file, line: openedAt },
      `the quote that opens cell ${cells.length + 1} is not closed ${where}. Close it, and double each quote inside a cell: "".`,
    )
  }

  return {
    push,
    line: () => line,
    end() {
      if (open === undefined) return
      throw neverClosed(open.line, 'before the file ends')
    },
  }
}

function unescaped(text: string): string {
  return text.includes('"') ? text.replaceAll('""', '"') : text
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length))
}
