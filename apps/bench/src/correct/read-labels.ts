import { AssayError } from '@assay/core'
import { createCsvScanner, delimiterOf } from '@assay/datasets'
import type { Label } from '@assay/stats'
import { frameFrom, type LabelFrame } from './label-frame.ts'
import { readText } from './read-judged-report.ts'

/** One line of a file of labels. */
export type LabelLine = {
  /** File and line, as `labels.csv:7`. */
  readonly place: string
  /** `r3-c2`, where the file came from `assay-bench label`. */
  readonly item: string | undefined
  readonly row: string | undefined
  readonly claimId: string | undefined
  /** The text of the claim, if the file has it. */
  readonly claim: string | undefined
  readonly frame: LabelFrame | undefined
  /** `null` if the claim is not labelled. */
  readonly label: Label | null
}

const LABELS: ReadonlyMap<string, Label> = new Map([
  ...(['1', 'yes', 'y', 'true', 'supported'] as const).map((word) => [word, 1] as const),
  ...(['0', 'no', 'n', 'false', 'unsupported'] as const).map((word) => [word, 0] as const),
])

/**
 * The lines of a labelled sheet: CSV with commas, semicolons or tabs, or JSONL with the same names. Columns: `label` and `item`, or `label`,
 * `row` and `claim_id`.
 * @throws AssayError `data` with file and line, for a missing column or an invalid label.
 */
export function readLabels(path: string): LabelLine[] {
  return labelsFrom(readText(path), path)
}

/** The same for the text of a file. */
export function labelsFrom(text: string, path: string): LabelLine[] {
  return (path.toLowerCase().endsWith('.jsonl') ? jsonLines(text, path) : csvLines(text, path)).map(lineReader())
}

type Cells = { readonly place: string; readonly cells: ReadonlyMap<string, string> }

const COLUMNS: ReadonlySet<string> = new Set(['item', 'row', 'claim_id', 'claim', 'label', 'frame'])

/** Every line of a sheet holds the same frame, so it is parsed once. */
function lineReader(): (line: Cells) => LabelLine {
  const frames = new Map<string, LabelFrame | undefined>()
  const frameOf = (text: string): LabelFrame | undefined => {
    if (!frames.has(text)) frames.set(text, frameFrom(text.trim()))
    return frames.get(text)
  }
  return ({ place, cells }) => {
    const written = cells.get('label')?.trim() ?? ''
    const label = written === '' ? null : LABELS.get(written.toLowerCase())
    if (label === undefined) {
      throw dataError(place, `the label is ${JSON.stringify(written.slice(0, 40))}. Write 1 (supported) or 0 (not), or leave it empty.`)
    }
    return {
      place,
      item: cells.get('item')?.trim(),
      row: cells.get('row'),
      claimId: cells.get('claim_id')?.trim(),
      claim: cells.get('claim'),
      frame: frameOf(cells.get('frame') ?? ''),
      label,
    }
  }
}

function csvLines(text: string, path: string): Cells[] {
  const lines: Cells[] = []
  let header: readonly string[] | undefined
  const { delimiter, rest } = delimiterOf(text.endsWith('\n') ? text : `${text}\n`, (name) => COLUMNS.has(name.trim().toLowerCase()))
  const scanner = createCsvScanner({ delimiter: delimiter ?? (/\.(?:tsv|txt)$/i.test(path) ? '\t' : ','), file: path })
  scanner.push(rest, (cells, line) => {
    if (header === undefined) {
      header = cells.map((cell) => cell?.trim().toLowerCase() ?? '')
      checkColumns(header, path)
      return
    }
    const names = header
    const filled = cells.flatMap((cell, at) => (cell === undefined ? [] : [[names[at] ?? '', cell] as const]))
    // Spreadsheets leave lines of commas alone at the end.
    if (filled.length > 0) lines.push({ place: `${path}:${line}`, cells: new Map(filled) })
  })
  scanner.end()
  if (header === undefined) throw dataError(path, 'the file is empty')
  return lines
}

function jsonLines(text: string, path: string): Cells[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const place = `${path}:${at + 1}`
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      throw dataError(place, error instanceof Error ? error.message : String(error))
    }
    if (typeof value !== 'object' || value === null) throw dataError(place, 'expected an object with row, claim_id and label')
    const cells = Object.entries(value).flatMap(([name, cell]) => (cell === null ? [] : [[name, String(cell)] as const]))
    const given = new Map(cells)
    checkColumns(['label', ...given.keys()], place)
    return [{ place, cells: given }]
  })
}

function checkColumns(names: readonly string[], place: string): void {
  const has = (name: string): boolean => names.includes(name)
  if (has('label') && (has('item') || (has('row') && has('claim_id')))) return
  const found = names.join(', ').slice(0, 120)
  throw dataError(place, `it needs the columns label and item (or label, row and claim_id), and has: ${found}.`)
}

function dataError(place: string, message: string): AssayError {
  return new AssayError({ kind: 'data', message: `${place}: ${message}` })
}
