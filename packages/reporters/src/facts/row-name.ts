import type { RowResult } from '@assay/runner'

/** What a row is called among the others: its id, and its file where ids are unique in each file only. */
export function rowName({ id, file }: { readonly id: string; readonly file?: RowResult['file'] | undefined }): string {
  return file === undefined ? id : `${file}: ${id}`
}
