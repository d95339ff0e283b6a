import { dataError, type DataPlace } from '../data-error.ts'
import { excerpt } from '../excerpt.ts'
import { readListCell } from './list-cell.ts'
import type { PlanStep } from '../columns/row-plan.ts'

/**
 * The value of a cell for its field: a list if the field holds one, an object for metadata, else the text as it is: `007`, `1e5`, `N/A` and
 * `TRUE` are text.
 * @throws AssayError `data` if the field needs a list or an object and the text is neither.
 */
export function cellValue(cell: unknown, { kind, column }: Pick<PlanStep, 'kind' | 'column'>, where: () => DataPlace): unknown {
  if (typeof cell !== 'string') return cell
  if (kind === 'text') return textOrListOfOne(cell, column)
  if (kind === 'object') return objectOf(cell, where)
  const read = readListCell(cell)
  if ('list' in read) return read.list
  const advice = 'Write it as JSON, ["first", "second"], or as Python, [\'first\', "second"]; leave the cell empty where it is missing.'
  throw dataError(where(), `found ${excerpt(cell)} where a list was expected: ${read.fault}. ${advice}`)
}

/** Ragas v1 wrote a list of one reference into `ground_truths`. */
function textOrListOfOne(cell: string, column: string): unknown {
  if (column !== 'ground_truths' || !cell.startsWith('[')) return cell
  const read = readListCell(cell)
  return 'list' in read ? read.list : cell
}

function objectOf(cell: string, where: () => DataPlace): unknown {
  try {
    return JSON.parse(cell)
  } catch (error) {
    throw dataError(where(), `found ${excerpt(cell)} where a JSON object was expected, as in {"topic": "history"}.`, error)
  }
}
