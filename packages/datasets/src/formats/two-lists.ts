import { dataError } from '../data-error.ts'
import type { RawRecord } from './format.ts'

/** @throws AssayError `data` if an object has a list as `rows` and one as `data`: either could hold the rows. */
export function refuseTwoLists({ rows, data }: RawRecord, place: { readonly file: string; readonly line: number }): void {
  if (!Array.isArray(rows) || !Array.isArray(data)) return
  throw dataError(place, 'there is a list called "rows" and one called "data", and only one can hold the rows. Keep that one.')
}
