import { createCsvScanner, type CsvCells, type CsvScanner } from './csv-scanner.ts'
import { dataError } from '../data-error.ts'
import { certainDelimiter, delimiterLine, type HeaderSplit, headerSplits, shownDelimiter } from './delimiter.ts'
import { quoted } from '../excerpt.ts'
import type { DataFile, Format, RawRecord, RawRow, ReadOptions } from './format.ts'
import { rowsBeforeFault } from './rows-before-fault.ts'
import { lineBlocks } from './line-blocks.ts'

/**
 * Separated values after RFC 4180, with a line of column names. The delimiter is detected from that line, or
 * given by a line `sep=;` before it.
 */
export const csvFormat: Format = {
  name: 'csv',
  endings: ['.csv'],
  cells: true,
  counts: 'lines',
  read: (file, options) => readTable(file, options),
}

/** The same with tabs. */
export const tsvFormat: Format = {
  name: 'tsv',
  endings: ['.tsv', '.tab'],
  cells: true,
  counts: 'lines',
  read: (file, options) => readTable(file, { ...options, delimiter: options.delimiter ?? '\t' }),
}

type Table = { readonly scanner: CsvScanner; readonly delimiter: string; toRecord?: (cells: CsvCells, line: number) => RawRecord }

async function* readTable(file: DataFile, options: ReadOptions): AsyncGenerator<readonly RawRow[]> {
  let table: Table | undefined
  let blank = ''
  const fill = (block: string, rows: RawRow[]): void => {
    const text = blank + block
    if (table === undefined && /^[\r\n]*$/.test(text)) {
      blank = text
      return
    }
    blank = ''
    const said = table === undefined ? delimiterLine(text) : undefined
    const rest = said?.rest ?? text
    const { scanner, delimiter } = (table ??= opened(file, options.delimiter ?? said?.delimiter ?? foundIn(text, file, options)))
    scanner.push(rest, (cells, line) => {
      const toRecord = table?.toRecord
      if (toRecord !== undefined) rows.push({ record: toRecord(cells, line), line })
      else if (table !== undefined) table.toRecord = recordMaker(columnNames(cells, { ...options, file, line, delimiter }), file, delimiter)
    })
  }
  for await (const block of lineBlocks(file, () => table?.scanner.line() ?? 1 + lineFeeds(blank)))
    yield* rowsBeforeFault((rows) => fill(block, rows))
  table?.scanner.end()
}

function opened(file: DataFile, delimiter: string): Table {
  return { scanner: createCsvScanner({ delimiter, file: file.path }), delimiter }
}

/** @throws AssayError `data` if the first line does not decide it. */
function foundIn(text: string, file: DataFile, { isKnown }: ReadOptions): string {
  const splits = headerSplits(text, isKnown)
  const found = certainDelimiter(splits)
  if (found !== undefined) return found
  const line = 1 + lineFeeds(/^[\r\n]*/.exec(text)?.[0] ?? '')
  throw dataError(
    { file: file.path, line },
    `the names of the columns can be split at ${splits.map(shownSplit).join(' or at ')}, and none of these is certain. Name the one that is meant: --delimiter ${splits.some(({ delimiter }) => delimiter === ';') ? "';'" : ','} (in code and configurations: delimiter).`,
  )
}

function shownSplit({ delimiter, columns }: HeaderSplit): string {
  return `${shownDelimiter(delimiter)} (${columns} columns)`
}

function lineFeeds(text: string): number {
  return text.split('\n').length - 1
}

type Header = Pick<ReadOptions, 'isRead' | 'isKnown' | 'onWarning'> & {
  readonly file: DataFile
  readonly line: number
  readonly delimiter: string
}

/** By position; '' for a column that is left out, since a column without a name (the index of pandas) cannot be referred to. */
function columnNames(cells: CsvCells, { file, line, delimiter, isRead, isKnown, onWarning }: Header): readonly string[] {
  const seen = new Map<string, number>()
  const names = cells.map((cell = '', index) => {
    const before = seen.get(cell)
    if (cell === '' || before === undefined) {
      seen.set(cell, index)
      return cell
    }
    const both = `columns ${before + 1} and ${index + 1} have the same name`
    if (isRead(cell)) throw dataError({ file: file.path, line, column: cell }, `${both}. Rename one of them.`)
    onWarning(`${file.path}, line ${line}: ${both}, ${quoted(cell)}; the first is kept.`)
    return ''
  })
  const [only = ''] = names
  const [likely] = names.length === 1 && !isKnown(only) ? headerSplits(`${only}\n`, isKnown) : []
  if (likely !== undefined) {
    onWarning(
      `${file.path}, line ${line}: split at ${shownDelimiter(delimiter)} there is one column, ${quoted(only)}. It looks as if ${shownDelimiter(likely.delimiter)} separated the columns: name that with --delimiter.`,
    )
  }
  return names
}

/** A missing cell is null, so that all rows of a file have the same columns. */
function recordMaker(names: readonly string[], file: DataFile, delimiter: string): (cells: CsvCells, line: number) => RawRecord {
  const hasProto = names.includes('__proto__')
  return (cells, line) => {
    if (cells.length !== names.length) throw ragged(cells, names, { file: file.path, line }, delimiter)
    const record: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? ''
      if (name === '') continue
      const value = cells[index] ?? null
      if (hasProto) Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
      else record[name] = value
    }
    return record
  }
}

function ragged(
  cells: CsvCells,
  names: readonly string[],
  place: { readonly file: string; readonly line: number },
  delimiter: string,
): Error {
  const [first] = cells
  const shown = first === undefined ? '' : `, beginning with ${quoted(first)}`
  const separator = shownDelimiter(delimiter)
  return dataError(
    place,
    `the row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} where the ${names.length} of the first line were expected${shown}; cells are split at ${separator}. Put a cell that holds ${separator} or a line break in quotes, or name another delimiter with --delimiter.`,
  )
}
