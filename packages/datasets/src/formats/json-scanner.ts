import { dataError } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import { finder } from './finder.ts'
import { jsonFault, type JsonRowPlace, parseJsonRow, refuseRepeatedKeys } from './json-row.ts'
import { LONGEST_ROW } from './longest-row.ts'
import { refuseTwoLists } from './two-lists.ts'

export type JsonScanner = {
  /** Takes text that may be split anywhere; passes on the text of each row, with the line on which it begins. */
  readonly push: (text: string, onRow: OnRow) => void
  /** @throws AssayError `data` if the file ends before its value does. */
  readonly end: () => void
  /** The physical line reached, from 1. */
  readonly line: () => number
}

/** @param wrapped whether the row is in a list that is the `rows` or `data` of an object. */
type OnRow = (json: string, place: JsonRowPlace, wrapped: boolean) => void

/** What the scanner expects, or is inside of. */
type Place = 'start' | 'row-or-end' | 'row' | 'comma-or-end' | 'in-row' | 'in-head' | 'after-rows' | 'in-tail' | 'next-object' | 'end'

const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Finds the rows of a JSON file without loading all of it: those of a list, of the `rows` or `data` of an object, or objects one after the
 * other. It tracks only strings and brackets; the rows are parsed later. One pass, however the text is split, and it holds at most one
 * row.
 */
export function createJsonScanner({ file }: { file: string }): JsonScanner {
  let place: Place = 'start'
  let line = 1
  let wrapped = false
  /** The current object is a row, since its `rows` or `data` holds no objects. Decided once, so that a long row is not scanned again. */
  let isRow = false
  /** The object around the rows, up to its list. Together with the text after the list it must be JSON, too. */
  let head = ''
  let lastObjectEnd = 0
  // State across pieces.
  let parts: string[] = []
  let held = 0
  let begun: JsonRowPlace = { file, line: 1, spansLines: true }
  /** The start of the line in the current piece: below 0 if it began in an earlier one. */
  let lineStart = 0
  // State of the current piece.
  let quotes = finder('', '"')
  let slashes = quotes
  let feeds = quotes
  let depth = 0
  let inText = false
  let escaped = false

  function begin(next: Place, at: number): void {
    place = next
    parts = []
    held = 0
    begun = { file, line, offset: at - lineStart, spansLines: true }
    depth = 0
  }

  function keep(text: string): void {
    held += text.length
    if (held > LONGEST_ROW) {
      throw dataError(
        { file, line: begun.line },
        `the value that begins here does not end within ${LONGEST_ROW / 1024 / 1024} MiB, the most that is read of one row. Is a quote or bracket not closed?`,
      )
    }
    parts.push(text)
  }

  function taken(): string {
    const text = parts.length === 1 ? (parts[0] ?? '') : parts.join('')
    parts = []
    return text
  }

  /** Skips to the end of the current object, or to a list at its first level. Returns -1 if the text ends before. */
  function follow(text: string, from: number, stopAtLists: boolean): number {
    for (let at = inText ? textEnd(text, from, from) : from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      if (unit === QUOTE) {
        inText = true
        at = textEnd(text, at + 1, from) - 1
      } else if (unit === LINE_FEED) {
        line += 1
        lineStart = at + 1
      } else if (unit === 0x7b || unit === 0x5b) {
        depth += 1
        if (stopAtLists && unit === 0x5b && depth === 2) return at + 1
      } else if (unit === 0x7d || unit === 0x5d) {
        depth -= 1
        if (depth <= 0) return at + 1
      }
    }
    return -1
  }

  /** The offset after the closing quote of a string. It jumps from quote to backslash to quote, since most of a row is in between. */
  function textEnd(text: string, start: number, from: number): number {
    let at = start
    if (escaped && at < text.length) at += 1
    escaped = false
    for (;;) {
      const quote = quotes(at)
      const slash = slashes(at)
      const end = Math.min(quote, slash, text.length)
      if (feeds(at) < end) throw brokenText(text.slice(from, feeds(at) + 1))
      if (quote === end) {
        inText = false
        return end + 1
      }
      if (end === text.length) return end
      at = end + 2
      if (at <= text.length) continue
      escaped = true
      return text.length
    }
  }

  /** JSON strings have no line breaks: most likely a quote was not closed. */
  function brokenText(rest: string): Error {
    keep(rest)
    return jsonFault(taken(), begun)
  }

  /** Continues in an object; `true` if it ends, or a list of rows begins, within the text. */
  function read(text: string, from: number): number {
    const end = follow(text, from, place === 'in-head' && !isRow)
    keep(end === -1 ? text.slice(from) : text.slice(from, end))
    return end === -1 ? text.length : end
  }

  function inHead(text: string, from: number, onRow: OnRow): number {
    const end = read(text, from)
    if (depth === 0) {
      place = 'next-object'
      isRow = false
      lastObjectEnd = line
      onRow(taken(), begun, false)
    } else if (depth === 2 && !inText && text[end - 1] === '[' && opensRows(parts)) {
      head = taken()
      parseJsonRow(`${head}]}`, () => begun)
      wrapped = true
      place = 'row-or-end'
    }
    return end
  }

  /** The supposed list of rows holds no objects: it is a column of a row. */
  function backToHead(): void {
    place = 'in-head'
    isRow = true
    wrapped = false
    parts = [head]
  }

  /** The object around the rows, with a place for its faults that is exact after the end of its rows. */
  function around(): { text: string; spot: JsonRowPlace } {
    const text = `${head}]${taken()}`
    return { text, spot: { file, line: begun.line - (head.split('\n').length - 1), spansLines: true } }
  }

  function inTail(text: string, from: number): number {
    const end = read(text, from)
    if (depth > 0) return end
    place = 'end'
    const { text: object, spot } = around()
    refuseTwoLists(
      parseJsonRow(object, () => spot),
      spot,
    )
    refuseRepeatedKeys(object, spot)
    return end
  }

  function step(text: string, at: number, onRow: OnRow): number {
    const char = text[at] ?? ''
    switch (place) {
      case 'in-row': {
        const end = read(text, at)
        if (depth > 0) return end
        place = 'comma-or-end'
        onRow(taken(), begun, wrapped)
        return end
      }
      case 'in-head':
        return inHead(text, at, onRow)
      case 'in-tail':
        return inTail(text, at)
      case 'start':
        if (char === '[') place = 'row-or-end'
        else if (char === '{') begin('in-head', at)
        else throw unexpected(text, at, 'a list of rows, [{…}, …], or an object with rows')
        return char === '[' ? at + 1 : at
      case 'row-or-end':
      case 'row':
        if (char === '{') begin('in-row', at)
        else if (char === ']' && place === 'row-or-end') return endOfRows(at)
        else if (wrapped && place === 'row-or-end') backToHead()
        else
          throw unexpected(text, at, 'a row, an object in { },', char === '[' ? " If pandas wrote it, write it by orient='records'." : '')
        return at
      case 'comma-or-end':
        if (char === ']') return endOfRows(at)
        if (char !== ',') throw unexpected(text, at, 'a comma or ] after the row')
        place = 'row'
        return at + 1
      case 'after-rows':
        begin('in-tail', at)
        depth = 1
        return at
      case 'next-object':
        if (char !== '{' || line === lastObjectEnd) throw unexpected(text, at, 'the end of the line after the object')
        begin('in-head', at)
        return at
      default:
        throw unexpected(text, at, 'the end of the file')
    }
  }

  function endOfRows(at: number): number {
    place = wrapped ? 'after-rows' : 'end'
    return at + 1
  }

  function unexpected(text: string, at: number, expected: string, hint = ''): Error {
    return dataError({ file, line }, `found ${quoted(text.slice(at, at + 20))} where ${expected} was expected.${hint}`)
  }

  return {
    line: () => line,
    push(text, onRow) {
      quotes = finder(text, '"')
      slashes = finder(text, '\\')
      feeds = finder(text, '\n')
      for (let at = 0; at < text.length;) {
        if (!place.startsWith('in-') && isSpace(text.charCodeAt(at))) {
          at += 1
          if (text.charCodeAt(at - 1) !== LINE_FEED) continue
          line += 1
          lineStart = at
        } else at = step(text, at, onRow)
      }
      lineStart -= text.length
    },
    end() {
      if (place === 'end' || place === 'next-object' || place === 'start') return
      if (place === 'in-row' || place === 'in-head' || place === 'in-tail') {
        const { text, spot } = place === 'in-tail' ? around() : { text: taken(), spot: begun }
        throw jsonFault(text, spot)
      }
      throw dataError({ file, line }, 'the file ends before the list of rows is closed. Was the file cut off?')
    },
  }
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === LINE_FEED || unit === 0x0d || unit === 0x09
}

/** How an object opens the list of its rows. */
const ROWS_OPEN = /[{,\s]"(?:rows|data)"\s*:\s*\[$/
const MOST_LOOKED_AT = 200

/** Whether an object, read up to a bracket at its first level, opens the list of its rows there: `rows` or `data`. */
function opensRows(parts: readonly string[]): boolean {
  let tail = ''
  for (let index = parts.length - 1; index >= 0 && tail.length < MOST_LOOKED_AT; index -= 1)
    tail = (parts[index] ?? '').slice(-MOST_LOOKED_AT) + tail
  return ROWS_OPEN.test(tail)
}
