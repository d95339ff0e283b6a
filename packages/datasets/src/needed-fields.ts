import type { SampleField } from '@assay/core'
import { dataError } from './data-error.ts'
import type { DataRow } from './data-row.ts'
import type { PresentColumns } from './present-columns.ts'
import { snakeCase } from './sample-fields.ts'

/** Watches for fields that somebody is going to read and that no row has. */
export type NeededFields = {
  readonly see: (rows: readonly DataRow[]) => void
  /** @throws AssayError `data` for the first field that was in no row. */
  readonly refuseAbsent: (files: readonly string[], present: PresentColumns) => void
}

export function createNeededFields(needs: readonly SampleField[]): NeededFields {
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
      throw dataError(
        { file: files.join(', '), field },
        `no row has ${name}, which is needed.${present.meant(name)} Map a column to it, as in --column ${name}=answer.text. Columns present: ${present.listed()}.`,
      )
    },
  }
}
