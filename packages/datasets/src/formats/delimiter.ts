import { AssayError, configError } from '@assay/core'
import { quoted } from '../excerpt.ts'
import { createCsvScanner, type CsvCells } from './csv-scanner.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['\\t', '\t'],
  ['comma', ','],
  ['semicolon', ';'],
  ['pipe', '|'],
])

/**
 * A delimiter as users name it: the character itself, or `tab`, `comma`, `semicolon` or `pipe`.
 * @throws AssayError `config` for anything else.
 */
export function delimiterNamed(text: string): string {
  const named = NAMES.get(text.toLowerCase()) ?? text
  if (named.length === 1 && !'"\r\n'.includes(named)) return named
  throw configError(`delimiter: ${quoted(text)} is none. Give one character, as "," or ";", or tab, comma, semicolon or pipe.`)
}

/** Its name in messages. */
export function shownDelimiter(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : quoted(delimiter)
}

const CANDIDATES = [',', ';', '\t', '|']

/** A possible delimiter of the first line, the resulting columns, and how many of them are known. */
export type HeaderSplit = { readonly delimiter: string; readonly columns: number; readonly known: number }

/**
 * How a line of column names may be split, the likeliest first. It is certain if there is one way, or if the first gives more known
 * columns than any other.
 * @param text begins with the line; quotes are respected.
 */
export function headerSplits(text: string, isKnown: (column: string) => boolean): readonly HeaderSplit[] {
  return CANDIDATES.flatMap((delimiter): HeaderSplit[] => {
    const cells = firstRecord(text, delimiter)
    if (cells === undefined || cells.length < 2) return []
    return [{ delimiter, columns: cells.length, known: cells.filter((cell) => cell !== undefined && isKnown(cell)).length }]
  }).toSorted((a, b) => b.known - a.known)
}

/** The delimiter if it is certain; `undefined` if two are equally likely. A comma if there is none at all. */
export function certainDelimiter([first, second]: readonly HeaderSplit[]): string | undefined {
  if (first === undefined) return ','
  return second === undefined || first.known > second.known ? first.delimiter : undefined
}

/**
 * The delimiter of a table: from a first line `sep=;`, else detected from the line of column names; `undefined` if that is not
 * certain. `rest` is the table, with the first such line blank.
 */
export function delimiterOf(
  text: string,
  isKnown: (column: string) => boolean,
): { readonly delimiter: string | undefined; readonly rest: string } {
  return delimiterLine(text) ?? { delimiter: certainDelimiter(headerSplits(text, isKnown)), rest: text }
}

const DELIMITER_LINE = /^((?:\r?\n)*)"?sep=([^"\r\n])"?(?=\r?\n|$)/i

/** The first line with Excel's delimiter setting (`sep=;`), and the text with that line blank. */
export function delimiterLine(text: string): { readonly delimiter: string; readonly rest: string } | undefined {
  const [line, before = '', delimiter] = DELIMITER_LINE.exec(text) ?? []
  return line === undefined || delimiter === undefined ? undefined : { delimiter, rest: before + text.slice(line.length) }
}

/** `undefined` if the line cannot be parsed with this delimiter, or does not end in the text. */
function firstRecord(text: string, delimiter: string): CsvCells | undefined {
  let first: CsvCells | undefined
  const scanner = createCsvScanner({ delimiter, file: '' })
  try {
    // With the wrong delimiter, the lines after the first may have any form.
    for (const line of text.split(/(?<=\n)/)) {
      scanner.push(line, (cells) => (first ??= cells))
      if (first !== undefined) break
    }
  } catch (error) {
    if (!AssayError.is(error)) throw error
    return undefined
  }
  return first
}
