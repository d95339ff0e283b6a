import { statSync } from 'node:fs'
import type { EvaluationData } from '@assay/runner'

/**
 * Before the first paid call every file is read once: a broken line must not be found after money was spent. Gives the number of
 * rows; `undefined` where rows come once, and are checked as they come.
 * @throws AssayError `data`
 */
export async function rowsReadThrough(rows: EvaluationData, paths: readonly string[]): Promise<number | undefined> {
  if (!paths.every(canBeReadTwice) || !(Symbol.asyncIterator in rows)) return undefined
  let count = 0
  for await (const batch of rows) count += Array.isArray(batch) ? batch.length : 1
  return count
}

/** A pipe gives its rows once. A file that is not there, or a pattern of them, is refused when it is read. */
function canBeReadTwice(path: string): boolean {
  return path !== '-' && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? true)
}
