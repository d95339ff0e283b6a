import type { SampleField } from '@assay/core'
import type { RawRecord } from '../formats/format.ts'
import { valueAt } from './column-path.ts'
import type { MappedColumn } from './column-mapping.ts'
import { openedCell, openedRecord } from './opened-cell.ts'
import { isPromptfooTable, promptfooCell, promptfooName, promptfooVar } from './promptfoo-columns.ts'
import { type FieldInfo, type FieldKind, sampleFields } from './sample-fields.ts'

/** How to read one field from rows with the same columns. */
export type PlanStep = ColumnReader & { readonly field: SampleField; readonly kind: FieldKind }

type ColumnReader = {
  /** Its name in errors. */
  readonly column: string
  /** The same for one row, if rows have the value under different names. */
  readonly columnIn?: (record: RawRecord) => string
  /** The name of the column, if it is a single name. */
  readonly key: string | undefined
  /** Reads the value in all cases. @throws Error that says why the path does not find one value. */
  readonly get: (record: RawRecord) => unknown
  /** Whether the user's function computes it: then the row's text does not have its digits. */
  readonly computed: boolean
  /** Whether the value is the text of a cell, which may be a list in writing. */
  readonly isCell: boolean
  readonly mapped: MappedColumn | undefined
}

export type RowPlan = {
  /** The columns that it is for, in their order. */
  readonly columns: readonly string[]
  readonly steps: readonly PlanStep[]
  /** Recognized columns that are not used, since another one has the same field. */
  readonly unread: readonly { readonly column: string; readonly instead: string }[]
}

export type PlanOptions = {
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  /** Whether values are texts of cells. */
  readonly cells: boolean
}

/** Decides, once for all rows with these columns, from which column each field is read. */
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
  // Ids and metadata of a test are not prompt variables.
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

/** The column that a mapping uses up: a whole name, else a path of one step. */
function claimedName({ name, path }: MappedColumn, present: ReadonlySet<string>): string | undefined {
  if (name !== undefined && present.has(name)) return name
  return path?.length === 1 && present.has(path[0]) ? path[0] : undefined
}
