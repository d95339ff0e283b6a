import type { SampleField } from '@assay/core'
import { dataError } from '../data-error.ts'
import type { DataRow } from '../data-row.ts'
import { quoted } from '../excerpt.ts'
import type { MappedColumn } from './column-mapping.ts'
import type { PresentColumns } from './present-columns.ts'
import { sampleFields, snakeCase } from './sample-fields.ts'

/** Finds fields that a metric needs and that no row has. */
export type NeededFields = {
  readonly see: (rows: readonly DataRow[]) => void
  /** @throws AssayError `data` for the first field that no row has. */
  readonly refuseAbsent: (files: readonly string[], present: PresentColumns) => void
}

export function createNeededFields(needs: readonly SampleField[], mapping: ReadonlyMap<SampleField, MappedColumn>): NeededFields {
  const absent = new Set(needs)
  return {
    see(rows) {
      if (absent.size === 0) return
      for (const field of absent) if (rows.some(({ sample }) => sample[field] !== undefined)) absent.delete(field)
    },
    refuseAbsent(files, present) {
      const [field] = absent
      if (field === undefined) return
      const name = snakeCase(field)
      const taken = takenColumn(field, mapping)
      if (taken !== undefined) {
        const { column, by } = taken
        throw dataError(
          { file: files.join(', '), field },
          `no row has ${name}, which is needed: the column ${quoted(column)} is mapped to ${by}, and a mapped column is read as nothing else. Map a column to ${name} too, as in --columns ${name}=${column}.`,
        )
      }
      throw dataError(
        { file: files.join(', '), field },
        `no row has ${name}, which is needed.${present.meant(name)} Map a column to it, as in --columns ${name}=answer.text. Columns present: ${present.listed()}.`,
      )
    },
  }
}

/** A column that would be recognized as the field if it were not mapped to another. */
function takenColumn(
  field: SampleField,
  mapping: ReadonlyMap<SampleField, MappedColumn>,
): { readonly column: string; readonly by: string } | undefined {
  const names = sampleFields.find((info) => info.field === field)?.names ?? []
  for (const [other, { name }] of mapping) {
    if (other !== field && name !== undefined && names.includes(name)) return { column: name, by: snakeCase(other) }
  }
  return undefined
}
