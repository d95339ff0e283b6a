import type { Sample } from '@assay/core'

/** One row of a data set, ready to be scored. */
export type DataRow = {
  readonly sample: Sample & { readonly id: string }
  /** False if the data has no id. The row is then named `row-<n>`, counted from 1 over all sources. */
  readonly idGiven: boolean
  /** 0-based, over all sources. */
  readonly index: number
  /** The row as in its source, by column name. */
  readonly columns?: Readonly<Record<string, unknown>> | undefined
  /** The path of its data file, without the folders that all data files share. */
  readonly file?: string | undefined
}
