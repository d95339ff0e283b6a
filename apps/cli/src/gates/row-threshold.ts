import type { Sample } from '@assay/core'

/** Whether it names a column that can hold what each row must reach. */
export function isRowColumn(name: string): boolean {
  return /^metadata(?:\.[^.]+)+$/.test(name)
}

/** Reads what a row must reach from its metadata; `undefined` where no number from 0 to 1 stands there. */
export function rowThreshold(column: string): (sample: Sample) => number | undefined {
  const path = column.split('.')
  return (sample) => {
    let value: unknown = sample
    for (const name of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = Object.getOwnPropertyDescriptor(value, name)?.value
    }
    return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
  }
}
