import type { RawRow } from './format.ts'

/** Runs `fill` and yields its rows, even if it throws: then first the rows, then the error. */
export function* rowsBeforeFault(fill: (rows: RawRow[]) => void): Generator<readonly RawRow[]> {
  const rows: RawRow[] = []
  try {
    fill(rows)
  } catch (error) {
    if (rows.length > 0) yield rows
    throw error
  }
  if (rows.length > 0) yield rows
}
