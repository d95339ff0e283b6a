import { readListCell } from '../values/list-cell.ts'
import { valueAt } from './column-path.ts'

/** Columns with settings of promptfoo. Its other columns are variables of the prompt. */
const MARKS = /^__(?:expected\d*|prefix|suffix|description|providerOutput|metric|threshold|metadata.*|config.*)$/

/** Whether these are the columns of a table of promptfoo tests. */
export function isPromptfooTable(columns: ReadonlySet<string>): boolean {
  return [...columns].some((name) => MARKS.test(name))
}

/** The first of these variables that a test has. */
export function promptfooVar(vars: unknown, names: readonly string[]): unknown {
  const name = promptfooName(vars, names)
  return name === undefined ? undefined : textsOf(valueAt(vars, [name]), name)
}

/** The name of that variable. */
export function promptfooName(vars: unknown, names: readonly string[]): string | undefined {
  return names.find((name) => valueAt(vars, [name]) !== undefined)
}

/** A cell of such a table: a list if it is written as one. */
export function promptfooCell(cell: unknown, name: string): unknown {
  if (name !== 'context' || typeof cell !== 'string') return cell
  const read = readListCell(cell)
  return 'list' in read ? read.list : textsOf(cell, name)
}

/** In promptfoo, a text under `context` is one context. */
function textsOf(value: unknown, name: string): unknown {
  return name === 'context' && typeof value === 'string' ? [value] : value
}
