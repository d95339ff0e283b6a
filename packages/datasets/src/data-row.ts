import type { Sample } from '@assay/core'

/** One row of a data set, ready to be scored. */
export type DataRow = {
  readonly sample: Sample & { readonly id: string }
  /** False where the data had no id and the row is called `row-<n>`, counted from 1 over all sources. */
  readonly idGiven: boolean
  /** 0-based, over all sources. */
  readonly index: number
  /** The row as its source holds it, by the names of its columns. */
  readonly columns?: Readonly<Record<string, unknown>> | undefined
  /** The name of its data file, without the folders that all data files have in common. */
  readonly file?: string | undefined
}
