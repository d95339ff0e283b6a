import { isRecord } from '@assay/core'
import { type Document, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml'
import { dataError } from '../data-error.ts'
import { excerpt } from '../excerpt.ts'
import type { DataFile, RawRow, WrittenScalars } from './format.ts'
import { rowsBeforeFault } from './rows-before-fault.ts'
import { refuseTwoLists } from './two-lists.ts'
import { yamlPieces } from './yaml-pieces.ts'
import { type AliasCount, ANCHOR_ADVICE, createYamlReader, type YamlReader } from './yaml-value.ts'

/** Fixed, whatever a file's directive says: `no` stays a text and `0o7` is 7. Duplicate keys are found when values are made. */
const OPTIONS = { version: '1.2', schema: 'core', intAsBigInt: true, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const

/** @throws AssayError `data` */
export async function* readYamlRows(file: DataFile, isRead: (column: string) => boolean): AsyncGenerator<readonly RawRow[]> {
  const aliases: AliasCount = { values: 0 }
  for await (const { text, line } of yamlPieces(file)) {
    yield* rowsBeforeFault((rows) => {
      const lines = new LineCounter()
      const written: WrittenScalars = new WeakMap()
      const place = { file: file.path, firstLine: line, lines }
      for (const doc of documentsOf(text, lines, file.path, line)) {
        const reader = createYamlReader(doc, { place, written, aliases, isRead })
        try {
          addRows(doc, { rows, reader, written, file: file.path })
        } catch (error) {
          throw error instanceof RangeError ? tooDeep(file.path, line) : error
        }
        refuseFaults(doc, place)
      }
    })
  }
}

function documentsOf(text: string, lineCounter: LineCounter, file: string, line: number): readonly Document[] {
  try {
    const documents = parseAllDocuments(text, { ...OPTIONS, lineCounter })
    return Array.isArray(documents) ? documents : []
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(file, line) : error
  }
}

/** Names of the list of rows in a map. */
const NAMES = ['rows', 'data']

type Target = { readonly rows: RawRow[]; readonly reader: YamlReader; readonly written: WrittenScalars; readonly file: string }

/** Only rows before the first fault of the document: the library guesses the rest. */
function addRows(doc: Document, target: Target): void {
  const { contents } = doc
  const { file, reader } = target
  const end = doc.errors[0]?.pos[0] ?? Number.POSITIVE_INFINITY
  if (contents === null || (isScalar(contents) && contents.value === null)) return
  const [list, other] = isSeq(contents) ? [contents] : isMap(contents) ? NAMES.map((name) => contents.get(name, true)).filter(isSeq) : []
  if (other !== undefined) refuseTwoLists({ rows: [], data: [] }, { file, line: reader.lineOf(contents) })
  if (isSeq(list)) {
    for (const item of list.items) {
      if (endOf(item) >= end) return
      addRow(item, target)
    }
  } else if (end === Number.POSITIVE_INFINITY) addRow(contents, target)
}

function addRow(node: unknown, { rows, reader, written, file }: Target): void {
  const record = reader.valueOf(node)
  const line = reader.lineOf(node)
  if (!isRecord(record)) {
    throw dataError({ file, line }, `found ${excerpt(record)}, but each row must be a map, as in \`- reference: "…"\`.`)
  }
  rows.push({ record, line, written })
}

function refuseFaults(doc: Document, place: { file: string; firstLine: number; lines: LineCounter }): void {
  const [fault] = doc.errors
  if (fault === undefined) return
  const { line, col } = place.lines.linePos(fault.pos[0])
  // The library reports a stack overflow as a fault of the text.
  if (/call stack/i.test(fault.message)) throw tooDeep(place.file, place.firstLine + line - 1)
  const what = fault.message.split('\n')[0] ?? ''
  const advice = /alias/i.test(what)
    ? ANCHOR_ADVICE
    : 'Indent with spaces; texts with ": ", "#" or quotes in them are safest in double quotes.'
  throw dataError(
    { file: place.file, line: place.firstLine + line - 1, position: col },
    `this is not YAML: ${what.charAt(0).toLowerCase()}${what.slice(1).replace(/[.:]$/, '')}. ${advice}`,
  )
}

function endOf(node: unknown): number {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? Number(node.range[1]) : 0
}

function tooDeep(file: string, line: number): Error {
  return dataError({ file, line }, 'lists or maps from here on are nested too deeply to be read. Rows are flat: was a bracket left open?')
}
