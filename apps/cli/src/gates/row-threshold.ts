import type { Sample } from '@assay/core'

/** Whether it names a column that can hold each row's threshold. */
export function isRowColumn(name: string): boolean {
  return /^metadata(?:\.[^.]+)+$/.test(name)
}

/** Reads a row's threshold from its metadata; `undefined` if it is no number from 0 to 1. */
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
