import type { RowResult } from '@assay/runner'

/** The name of a row: its id, with its file if ids are unique only within a file. */
export function rowName({ id, file }: { readonly id: string; readonly file?: RowResult['file'] | undefined }): string {
  return file === undefined ? id : `${file}: ${id}`
}
