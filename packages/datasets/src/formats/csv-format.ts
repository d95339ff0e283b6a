import { createCsvScanner, type CsvCells } from './csv-scanner.ts'
import { dataError } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import type { DataFile, Format, RawRecord, RawRow } from './format.ts'
import { rowsBeforeFault } from './rows-before-fault.ts'
import { textBlocks } from './text-blocks.ts'

/** Comma-separated values after RFC 4180, with a line of column names. */
export const csvFormat: Format = { name: 'csv', endings: ['.csv'], cells: true, counts: 'lines', read: (file) => readTable(file, ',') }

/** The same with tabs. */
export const tsvFormat: Format = {
  name: 'tsv',
  endings: ['.tsv', '.tab'],
  cells: true,
  counts: 'lines',
  read: (file) => readTable(file, '\t'),
}

async function* readTable(file: DataFile, delimiter: ',' | '\t'): AsyncGenerator<readonly RawRow[]> {
  const scanner = createCsvScanner({ delimiter, file: file.path })
  let toRecord: ((cells: CsvCells, line: number) => RawRecord) | undefined
  const fill = (block: string, rows: RawRow[]): void =>
    scanner.push(block, (cells, line) => {
      if (toRecord === undefined) toRecord = recordMaker(columnNames(cells, file, line), file)
      else rows.push({ record: toRecord(cells, line), line })
    })
  for await (const block of textBlocks(file, scanner.line)) yield* rowsBeforeFault((rows) => fill(block, rows))
  scanner.end()
}

/** A column without a name (the index that pandas writes) cannot be asked for, and is left out. */
function columnNames(cells: CsvCells, file: DataFile, line: number): readonly string[] {
  const names = cells.map((cell) => cell ?? '')
  const seen = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const before = seen.get(name)
    if (name !== '' && before !== undefined) {
      throw dataError(
        { file: file.path, line, column: name },
        `columns ${before + 1} and ${index + 1} have the same name. Rename one of them.`,
      )
    }
    seen.set(name, index)
  }
  return names
}

/** A missing cell is null, so that all rows of a file have the same columns. */
function recordMaker(names: readonly string[], file: DataFile): (cells: CsvCells, line: number) => RawRecord {
  const hasProto = names.includes('__proto__')
  return (cells, line) => {
    if (cells.length !== names.length) throw ragged(cells, names, file, line)
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

function ragged(cells: CsvCells, names: readonly string[], file: DataFile, line: number): Error {
  const [first] = cells
  const shown = first === undefined ? '' : `, beginning with ${quoted(first)}`
  return dataError(
    { file: file.path, line },
    `the row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} where the ${names.length} of the first line were expected${shown}. Put a cell that holds the delimiter or a line break in quotes.`,
  )
}
