import { statSync } from 'node:fs'
import type { EvaluationData } from '@assay/runner'

/** The rows of a run, checked before anything is written or charged. */
export type OpenedRows = {
  /** The same rows, the first ones included. Throws the error of reading them. */
  readonly data: EvaluationData
  /** False if reading failed before the first row: there is nothing to report. */
  readonly hasRows: boolean
  /** The error of reading so far; the reader of the rows gets it, too. */
  readonly fault?: unknown
  /** Their number, if known. */
  readonly total: number | undefined
  /**
   * Closes what was opened for the first rows, also if the rows are not read: an output may turn out not to be writable. It does not
   * wait: a pipe may never deliver more.
   */
  readonly close: () => void
}

type Streamed = Extract<EvaluationData, { readonly [Symbol.asyncIterator]: unknown }>

/**
 * Reads the first rows of a run. `wholly` reads every file completely, as required before the first charged call: a broken line must be
 * found before money is spent. Rows that come once, from a pipe, are checked as they come. A failure is thrown to the reader of the rows.
 */
export async function openRows(
  rows: EvaluationData,
  { paths, wholly }: { readonly paths: readonly string[]; readonly wholly: boolean },
): Promise<OpenedRows> {
  if (!(Symbol.asyncIterator in rows)) return { data: rows, hasRows: true, total: undefined, close: nothing }
  return wholly && paths.every(canBeReadTwice) ? readThrough(rows) : begun(rows)
}

async function readThrough(rows: Streamed): Promise<OpenedRows> {
  let count = 0
  try {
    for await (const batch of rows) count += Array.isArray(batch) ? batch.length : 1
    return { data: rows, hasRows: true, total: count, close: nothing }
  } catch (error) {
    return { data: failing(error), fault: error, hasRows: count > 0, total: undefined, close: nothing }
  }
}

async function begun(rows: Streamed): Promise<OpenedRows> {
  const iterator = rows[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    return { data: goneOnWith(iterator, first), hasRows: true, total: undefined, close: () => leave(iterator) }
  } catch (error) {
    return { data: failing(error), fault: error, hasRows: false, total: undefined, close: nothing }
  }
}

async function* goneOnWith<T>(iterator: AsyncIterator<T, unknown>, first: IteratorResult<T, unknown>): AsyncGenerator<T, void, undefined> {
  try {
    for (let result = first; result.done !== true; result = await iterator.next()) yield result.value
  } finally {
    await iterator.return?.()
  }
}

function leave(iterator: AsyncIterator<unknown, unknown>): void {
  iterator.return?.().catch(() => undefined)
}

function nothing(): void {}

function failing(error: unknown): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) }
}

/** A pipe delivers its rows once. A missing file, or a pattern without matches, is refused when it is read. */
function canBeReadTwice(path: string): boolean {
  return path !== '-' && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? true)
}
