import { AssayError, type Sample } from '@assay/core'
import { textAt } from '../rows/text-at.ts'

/**
 * Reads what rows are grouped by: a field of the sample or, by dots, something inside it, as in `metadata.topic`. Texts as they
 * are, numbers and booleans as JavaScript prints them, lists and objects as JSON; `null` where there is nothing.
 * @throws AssayError `config` for a column that is no path of names.
 */
export function groupValueOf(column: string): (sample: Sample) => string | null {
  const names = column.split('.')
  if (names.some((name) => name === '')) {
    throw new AssayError({ kind: 'config', message: `Rows cannot be grouped by "${column}". Name a column, as in metadata.topic.` })
  }
  const path = [camelCased(names[0] ?? ''), ...names.slice(1)]
  return (sample) => textAt(sample, path)
}

/** A sample's own fields may be written as in a file: `user_input`. */
function camelCased(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
