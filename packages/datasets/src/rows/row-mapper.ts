import { AssayError, isRecord, type Sample, type SampleField } from '@assay/core'
import { valueAt } from '../columns/column-path.ts'
import { cellValue } from '../values/cell-value.ts'
import type { MappedColumn } from '../columns/column-mapping.ts'
import { dataError, type DataPlace, shownPlace } from '../data-error.ts'
import type { DataRow } from '../data-row.ts'
import { excerpt } from '../excerpt.ts'
import { exactJson } from '../values/exact-json.ts'
import { readId, readIds, readNumbers, readObject, readOnlyText, readText, readTexts } from '../values/field-value.ts'
import type { Format, RawRow } from '../formats/format.ts'
import type { PresentColumns } from '../columns/present-columns.ts'
import type { PlanStep } from '../columns/row-plan.ts'
import { createWrittenIds } from './written-ids.ts'
import { cachedRowPlans } from '../columns/cached-row-plans.ts'

export type RowMapper = {
  /** @throws AssayError `data` if a value does not fit its field, or the id is repeated. */
  readonly map: (row: RawRow, index: number) => DataRow
}

export type RowMapperOptions = {
  readonly file: string
  readonly format: Pick<Format, 'cells' | 'counts'>
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  readonly present: PresentColumns
  /** The row's id, given the id in its data, if any. */
  readonly idOf: (given: string | undefined, index: number, row: RawRow) => string
  readonly onWarning: (message: string) => void
  /** Called for contexts that are objects, and read by the text in them. */
  readonly onNote?: ((message: string) => void) | undefined
  /** Notes made so far, over all files. */
  readonly noted?: Set<string> | undefined
  /** Fields that are read; a fault in another field is not an error. Default: all. */
  readonly reads?: ReadonlySet<SampleField> | undefined
  /** The name of the file in rows. */
  readonly name?: string | undefined
}

type FilledSample = { -readonly [K in SampleField]?: Sample[K] } & { id: string }

/** Ragas v1 has a list of references, of which only one can be used. */
const LISTS_OF_ONE: ReadonlySet<string> = new Set(['ground_truths', 'groundTruths'])

/** Converts the rows of one file into samples. Decisions are made once per set of columns or per file, not per row. */
export function createRowMapper(options: RowMapperOptions): RowMapper {
  const { file, format, mapping, present, idOf, onWarning, onNote = () => {}, noted = new Set(), reads, name } = options
  const { cells, counts } = format
  const notes = createWrittenIds(onWarning)
  const leftOut = new Set<string>()
  const planFor = cachedRowPlans({ mapping, cells }, (record, plan) => present.note(record, plan, file))
  let row: RawRow
  let step: PlanStep
  const placed = (): DataPlace => (counts === 'rows' ? { file, row: row.line } : { file, line: row.line })
  const where = (): DataPlace => ({ ...placed(), column: step.columnIn?.(row.record) ?? step.column, field: step.field })

  /** The value parsed again with the digits of large integers; undefined if there is no text. */
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

  /** The raw value of the field; `undefined` if there is none. */
  function found(): unknown {
    const value = step.key === undefined ? derived() : row.record[step.key]
    if (value !== undefined && step.mapped !== undefined) present.seen(step.mapped)
    return value ?? undefined
  }

  /** For a field that is read. @throws AssayError `data` if the value does not fit. */
  function read(sample: FilledSample, value: unknown): void {
    if (value === undefined) return
    fill(sample, step.isCell ? cellValue(value, step, where) : value)
    if (row.written !== undefined) notes.look(row, step, value, where)
  }

  /** The same for a field that no metric reads, for reports: a value that should be text is shown as JSON, anything else is left out. */
  function readForShow(sample: FilledSample): void {
    const isText = step.field === 'userInput' || step.field === 'reference' || step.field === 'response'
    let value: unknown
    try {
      value = found()
      // The most common case, without an error for each row.
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

  // Assigns by literal names: computed names would take more time than all checks.
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
      // An empty id is refused when it is read, so here it means that there is none.
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
    // Only rows from code can be circular.
    return excerpt(value)
  }
}
