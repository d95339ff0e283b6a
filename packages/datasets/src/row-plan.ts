import type { SampleField } from '@assay/core'
import { valueAt } from './column-path.ts'
import type { MappedColumn } from './column-mapping.ts'
import type { RawRecord } from './format.ts'
import { type FieldKind, sampleFields } from './sample-fields.ts'

/** How one field is read from rows of one shape. */
export type PlanStep = ColumnReader & { readonly field: SampleField; readonly kind: FieldKind }

type ColumnReader = {
  /** As errors name it. */
  readonly column: string
  /** The name of the column, where one name is all it takes. */
  readonly key: string | undefined
  /** Reads it in any case. */
  readonly get: (record: RawRecord) => unknown
  /** By the user's function, so that the row's own text does not hold its digits. */
  readonly computed: boolean
  readonly mapped: MappedColumn | undefined
}

export type RowPlan = {
  /** The columns it was made for, in their order. */
  readonly columns: readonly string[]
  readonly steps: readonly PlanStep[]
  /** Recognised columns that stand back for another of the same field. */
  readonly unread: readonly { readonly column: string; readonly instead: string }[]
}

/** Decides once, for all rows with these columns, which column each field is read from. */
export function planRows(columns: readonly string[], mapping: ReadonlyMap<SampleField, MappedColumn>): RowPlan {
  const present = new Set(columns)
  const claimed = new Set([...mapping.values()].map((mapped) => claimedName(mapped, present)))
  const steps: PlanStep[] = []
  const unread: { column: string; instead: string }[] = []
  for (const { field, kind, names } of sampleFields) {
    const mapped = mapping.get(field)
    if (mapped !== undefined) {
      const reader = mappedReader(mapped, present)
      if (reader !== undefined) steps.push({ field, kind, ...reader })
      continue
    }
    const [column, ...others] = names.filter((name) => present.has(name) && !claimed.has(name))
    if (column === undefined) continue
    steps.push({ field, kind, ...namedReader(column, column) })
    for (const other of others) unread.push({ column: other, instead: column })
  }
  return { columns, steps, unread }
}

function mappedReader(mapped: MappedColumn, present: ReadonlySet<string>): ColumnReader | undefined {
  const { shown: column, path, compute } = mapped
  if (compute !== undefined) return { column, key: undefined, get: compute, computed: true, mapped }
  const name = claimedName(mapped, present)
  if (name !== undefined) return namedReader(name, column, mapped)
  if (path === undefined || !present.has(path[0])) return undefined
  return { column, key: undefined, get: (record) => valueAt(record, path), computed: false, mapped }
}

function namedReader(key: string, column: string, mapped?: MappedColumn): ColumnReader {
  return { column, key, get: (record) => valueAt(record, [key]), computed: false, mapped }
}

/** The one column that a mapping takes for itself: a whole name first, then a path of one step. */
function claimedName({ name, path }: MappedColumn, present: ReadonlySet<string>): string | undefined {
  if (name !== undefined && present.has(name)) return name
  return path?.length === 1 && present.has(path[0]) ? path[0] : undefined
}
