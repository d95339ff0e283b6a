import { exactJson } from '../values/exact-json.ts'
import { readPythonValue } from '../values/python-value.ts'

/**
 * The value of a cell that is a JSON or Python object or list, for paths that lead into it; any other cell is its text.
 * @throws Error if it begins like an object or list and is neither.
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

/** The record with the values of all its cells. Cells that only look like lists stay texts. */
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
