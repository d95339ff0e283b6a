import { AssayError, type Sample, type SampleField } from '@assay/core'
import { valueAt } from '../columns/column-path.ts'
import { cellValue } from '../values/cell-value.ts'
import type { MappedColumn } from '../columns/column-mapping.ts'
import { dataError, type DataPlace, shownPlace } from '../data-error.ts'
import type { DataRow } from '../data-row.ts'
import { excerpt } from '../excerpt.ts'
import { exactJson } from '../values/exact-json.ts'
import { readId, readIds, readNumbers, readObject, readOnlyText, readText, readTexts } from '../values/field-value.ts'
import type { Format, RawRecord, RawRow } from '../formats/format.ts'
import type { PresentColumns } from '../columns/present-columns.ts'
import type { PlanStep } from '../columns/row-plan.ts'
import { createWrittenIds } from './written-ids.ts'
import { createPlanner } from '../columns/row-planner.ts'

export type RowMapper = {
  /** @throws AssayError `data` where a value is not what its field holds, or the id is a repeated one. */
  readonly map: (row: RawRow, index: number) => DataRow
}

export type RowMapperOptions = {
  readonly file: string
  readonly format: Pick<Format, 'cells' | 'counts'>
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  readonly present: PresentColumns
  /** The row's id, given the one it brings. */
  readonly idOf: (given: string | undefined, index: number, row: RawRow) => string
  readonly onWarning: (message: string) => void
  /** Told of contexts that are objects, and read by the text in them. */
  readonly onNote?: ((message: string) => void) | undefined
  /** What was told so, over all files. */
  readonly noted?: Set<string> | undefined
  /** Fields that somebody reads; a fault in another is none. Default: all. */
  readonly reads?: ReadonlySet<SampleField> | undefined
  /** What rows call their file. */
  readonly name?: string | undefined
}

type FilledSample = { -readonly [K in SampleField]?: Sample[K] } & { id: string }

/** Ragas v1 held a list of references, of which only one can be scored against. */
const LISTS_OF_ONE: ReadonlySet<string> = new Set(['ground_truths', 'groundTruths'])

/** Turns the rows of one file into samples. What can be decided once per set of columns, or per file, is not decided per row. */
export function createRowMapper(options: RowMapperOptions): RowMapper {
  const { file, format, mapping, present, idOf, onWarning, onNote = () => {}, noted = new Set(), reads, name } = options
  const { cells, counts } = format
  const notes = createWrittenIds(onWarning)
  const leftOut = new Set<string>()
  const planFor = createPlanner({ mapping, cells }, (record, plan) => present.note(record, plan, file))
  let row: RawRow
  let step: PlanStep
  const placed = (): DataPlace => (counts === 'rows' ? { file, row: row.line } : { file, line: row.line })
  const where = (): DataPlace => ({ ...placed(), column: step.columnIn?.(row.record) ?? step.column, field: step.field })

  /** The value read once more with the digits of large integers; undefined where no text holds them. */
  function exact(value: unknown): unknown {
    if (step.isCell) return value
    if (row.json === undefined || step.computed) return undefined
    try {
      const whole = exactJson(row.json)
      const record = row.inside === undefined ? whole : valueAt(whole, [row.inside])
      return isRecord(record) ? step.get(record) : undefined
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw dataError(where(), 'the row is nested too deeply for its large integers to be read digit for digit. Give ids as text.', error)
    }
  }

  function derived(): unknown {
    try {
      return step.get(row.record)
    } catch (error) {
      if (AssayError.is(error)) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw dataError(where(), step.computed ? `the function given for this field threw: ${why}` : why, error)
    }
  }

  function onObjects(path: string): void {
    const about = `${step.field} ${path}`
    if (noted.has(about)) return
    noted.add(about)
    onNote(`${shownPlace(where())}: the contexts are objects, and read by their ${path}.`)
  }

  /** What stands there for the field; `undefined` where nothing does. */
  function found(): unknown {
    const value = step.key === undefined ? derived() : row.record[step.key]
    if (value !== undefined && step.mapped !== undefined) present.seen(step.mapped)
    return value ?? undefined
  }

  /** Of a field that somebody reads. @throws AssayError `data` where it holds something else. */
  function read(sample: FilledSample, value: unknown): void {
    if (value === undefined) return
    fill(sample, step.isCell ? cellValue(value, step, where) : value)
    if (row.written !== undefined) notes.look(row, step, value, where)
  }

  /** The same of a field that nobody reads, for reports: what should be text and is not is shown as JSON, anything else left out. */
  function readForShow(sample: FilledSample): void {
    const isText = step.field === 'userInput' || step.field === 'reference' || step.field === 'response'
    let value: unknown
    try {
      value = found()
      // The usual case of it, without an error for each row.
      if (isText && typeof value === 'object' && !Array.isArray(value)) fill(sample, shownText(value))
      else read(sample, value)
    } catch (error) {
      if (!AssayError.is(error)) throw error
      if (isText && value !== undefined) fill(sample, shownText(value))
      else tellLeftOut(error)
    }
  }

  function tellLeftOut({ message }: AssayError): void {
    if (leftOut.has(step.column)) return
    leftOut.add(step.column)
    onWarning(`${message} No metric reads this field: where it cannot be read it is left out.`)
  }

  // Stores by written names: a computed name would cost more than all checks together.
  function fill(sample: FilledSample, value: unknown): void {
    switch (step.field) {
      case 'id':
        sample.id = readId(value, where, exact)
        break
      case 'userInput':
        sample.userInput = readText(value, where)
        break
      case 'retrievedContexts':
        sample.retrievedContexts = readTexts(value, where, onObjects)
        break
      case 'reference':
        sample.reference = Array.isArray(value) && LISTS_OF_ONE.has(step.column) ? readOnlyText(value, where) : readText(value, where)
        break
      case 'referenceContexts':
        sample.referenceContexts = readTexts(value, where, onObjects)
        break
      case 'retrievedContextIds':
        sample.retrievedContextIds = readIds(value, where, exact)
        break
      case 'referenceContextIds':
        sample.referenceContextIds = readIds(value, where, exact)
        break
      case 'referenceContextGrades':
        sample.referenceContextGrades = readNumbers(value, where)
        break
      case 'response':
        sample.response = readText(value, where)
        break
      case 'cluster':
        sample.cluster = readId(value, where, exact)
        break
      case 'metadata':
        sample.metadata = readObject(value, where)
    }
  }

  return {
    map(given, index) {
      row = given
      // An empty id is refused when it is read, so that here it can stand for none.
      const sample: FilledSample = { id: '' }
      for (step of planFor(row.record).steps) {
        if (reads === undefined || reads.has(step.field)) read(sample, found())
        else readForShow(sample)
      }
      if (reads === undefined || reads.has('referenceContextGrades')) checkGrades(sample, placed)
      const idGiven = sample.id !== ''
      sample.id = idOf(idGiven ? sample.id : undefined, index, row)
      return { sample, idGiven, index, columns: row.record, file: name }
    },
  }
}

function checkGrades(sample: Sample, placed: () => DataPlace): void {
  const { referenceContextGrades: grades, referenceContextIds: ids } = sample
  if (grades === undefined || ids === undefined || grades.length === ids.length) return
  throw dataError(
    { ...placed(), field: 'referenceContextGrades' },
    `found ${grades.length} grades for ${ids.length} reference context ids. Give one grade for each id, in the same order.`,
  )
}

/** A text as it is, anything else as JSON. */
function shownText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint') return String(value)
  try {
    return JSON.stringify(value, (_key, held: unknown) => (typeof held === 'bigint' ? String(held) : held)) ?? excerpt(value)
  } catch {
    // Only rows of a program hold what stands in itself.
    return excerpt(value)
  }
}

function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null
}
