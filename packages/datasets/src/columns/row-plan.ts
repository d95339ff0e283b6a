import type { SampleField } from '@assay/core'
import type { RawRecord } from '../formats/format.ts'
import { valueAt } from './column-path.ts'
import type { MappedColumn } from './column-mapping.ts'
import { openedCell, openedRecord } from './opened-cell.ts'
import { isPromptfooTable, promptfooCell, promptfooName, promptfooVar } from './promptfoo-columns.ts'
import { type FieldInfo, type FieldKind, sampleFields } from './sample-fields.ts'

/** How one field is read from rows of one shape. */
export type PlanStep = ColumnReader & { readonly field: SampleField; readonly kind: FieldKind }

type ColumnReader = {
  /** As errors name it. */
  readonly column: string
  /** The same of one row, where rows hold the value under different names. */
  readonly columnIn?: (record: RawRecord) => string
  /** The name of the column, where one name is all it takes. */
  readonly key: string | undefined
  /** Reads it in any case. @throws Error saying why the path finds no one value. */
  readonly get: (record: RawRecord) => unknown
  /** By the user's function, so that the row's own text does not hold its digits. */
  readonly computed: boolean
  /** What is read is the text of a cell, in which a list may be written. */
  readonly isCell: boolean
  readonly mapped: MappedColumn | undefined
}

export type RowPlan = {
  /** The columns it was made for, in their order. */
  readonly columns: readonly string[]
  readonly steps: readonly PlanStep[]
  /** Recognised columns that stand back for another of the same field. */
  readonly unread: readonly { readonly column: string; readonly instead: string }[]
}

export type PlanOptions = {
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  /** Whether values are the text of cells. */
  readonly cells: boolean
}

/** Decides once, for all rows with these columns, which column each field is read from. */
export function planRows(columns: readonly string[], { mapping, cells }: PlanOptions): RowPlan {
  const present = new Set(columns)
  const claimed = new Set([...mapping.values()].map((mapped) => claimedName(mapped, present)))
  const steps: PlanStep[] = []
  const unread: { column: string; instead: string }[] = []
  for (const info of sampleFields) {
    const { field, kind, names } = info
    const mapped = mapping.get(field)
    if (mapped !== undefined) {
      const reader = mappedReader(mapped, { present, cells, kind })
      if (reader !== undefined) steps.push({ field, kind, ...reader })
      continue
    }
    const [column, ...others] = names.filter((name) => present.has(name) && !claimed.has(name))
    const reader = column === undefined ? promptfooReader(info, { present, claimed, cells }) : namedReader(column, column, cells)
    if (reader !== undefined) steps.push({ field, kind, ...reader })
    if (column !== undefined) for (const other of others) unread.push({ column: other, instead: column })
  }
  return { columns, steps, unread }
}

type MappedReaderOptions = { readonly present: ReadonlySet<string>; readonly cells: boolean; readonly kind: FieldKind }

function mappedReader(mapped: MappedColumn, { present, cells, kind }: MappedReaderOptions): ColumnReader | undefined {
  const { shown: column, path, query, compute } = mapped
  const reader = { column, key: undefined, computed: false, isCell: false, mapped }
  if (compute !== undefined) return { ...reader, get: compute, computed: true, isCell: cells }
  const name = claimedName(mapped, present)
  if (name !== undefined) return namedReader(name, column, cells, mapped)
  if (query !== undefined) {
    const find = kind === 'list' ? query.list : query.one
    return { ...reader, get: (record) => find(cells ? openedRecord(record) : record) }
  }
  if (path === undefined || !present.has(path[0])) return undefined
  const [first, ...rest] = path
  const get = (record: RawRecord): unknown => (cells ? valueAt(openedCell(record[first]), rest) : valueAt(record, path))
  return { ...reader, get }
}

function namedReader(key: string, column: string, isCell: boolean, mapped?: MappedColumn): ColumnReader {
  return { column, key, get: (record) => valueAt(record, [key]), computed: false, isCell, mapped }
}

type PromptfooOptions = {
  readonly present: ReadonlySet<string>
  readonly claimed: ReadonlySet<string | undefined>
  readonly cells: boolean
}

function promptfooReader({ field, names, promptfoo }: FieldInfo, { present, claimed, cells }: PromptfooOptions): ColumnReader | undefined {
  const reader = { key: undefined, computed: false, isCell: false, mapped: undefined }
  const all = promptfoo === undefined ? names : [...names, promptfoo]
  // Ids and metadata of a test are not variables of its prompt.
  if (field === 'id' || field === 'metadata') return undefined
  if (!cells)
    return present.has('vars') && !claimed.has('vars')
      ? {
          ...reader,
          column: 'vars',
          columnIn: (record) => `vars.${promptfooName(record['vars'], all) ?? ''}`,
          get: (record) => promptfooVar(record['vars'], all),
        }
      : undefined
  if (promptfoo === undefined || claimed.has(promptfoo) || !present.has(promptfoo) || !isPromptfooTable(present)) return undefined
  return { ...reader, column: promptfoo, get: (record) => promptfooCell(record[promptfoo], promptfoo) }
}

/** The one column that a mapping takes for itself: a whole name first, then a path of one step. */
function claimedName({ name, path }: MappedColumn, present: ReadonlySet<string>): string | undefined {
  if (name !== undefined && present.has(name)) return name
  return path?.length === 1 && present.has(path[0]) ? path[0] : undefined
}
