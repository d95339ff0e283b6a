import type { Sample } from '@assay/core'

/** One row of a data set, ready to be scored. */
export type DataRow = {
  readonly sample: Sample & { readonly id: string }
  /** False where the data had no id and the row is called `row-<n>`, counted from 1 over all sources. */
  readonly idGiven: boolean
  /** 0-based, over all sources. */
  readonly index: number
}
