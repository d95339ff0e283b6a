import { exactJson } from '../values/exact-json.ts'
import { readPythonValue } from '../values/python-value.ts'

/**
 * What a cell holds that is written as a JSON or Python object or list, for paths that lead into it; any other cell is its text.
 * @throws Error where it begins like one and is none.
 */
export function openedCell(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return cell
  try {
    return exactJson(cell)
  } catch {
    const read = readPythonValue(cell)
    if ('value' in read) return read.value
    throw new Error(`the cell begins like an object or a list, but cannot be read as JSON or Python: ${read.what}.`)
  }
}

/** The record with all of its cells opened. Cells that only look like lists stay texts. */
export function openedRecord(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).map(([name, cell]) => {
      try {
        return [name, openedCell(cell)]
      } catch {
        return [name, cell]
      }
    }),
  )
}
