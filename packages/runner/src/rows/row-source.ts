import { AssayError, type Sample } from '@assay/core'
import type { DataRowLike } from './data-row.ts'

/** Samples, or rows that were read and numbered already, in batches. */
export type EvaluationData = Iterable<Sample> | AsyncIterable<Sample | readonly DataRowLike[]>

export type RowSource = {
  /** The next rows, `null` at the end. Never called again before it settled. */
  readonly next: () => Promise<readonly DataRowLike[] | null>
  /** No more rows are wanted. Does not wait for a source that is busy. */
  readonly close: () => void
}

/** Any form of data as batches of rows. At most `batchSize` samples of a synchronous source are taken ahead. */
export function createRowSource(data: EvaluationData, batchSize: number): RowSource {
  return Symbol.asyncIterator in data ? asyncSource(data) : syncSource(data, batchSize)
}

function asyncSource(data: AsyncIterable<Sample | readonly DataRowLike[]>): RowSource {
  const iterator = data[Symbol.asyncIterator]()
  let index = 0
  return {
    async next() {
      const { done, value } = await iterator.next()
      if (done === true) return null
      if (isBatch(value)) return value
      index += 1
      return [rowOf(value, index - 1)]
    },
    close() {
      void Promise.resolve(iterator.return?.()).catch(() => undefined)
    },
  }
}

function syncSource(data: Iterable<Sample>, batchSize: number): RowSource {
  const iterator = data[Symbol.iterator]()
  let index = 0
  return {
    // oxlint-disable-next-line typescript/require-await -- what the iterator throws must come as a rejection
    async next() {
      const rows: DataRowLike[] = []
      while (rows.length < batchSize) {
        const { done, value } = iterator.next()
        if (done === true) break
        rows.push(rowOf(value, index))
        index += 1
      }
      return rows.length === 0 ? null : rows
    },
    close() {
      iterator.return?.()
    },
  }
}

function isBatch(item: Sample | readonly DataRowLike[]): item is readonly DataRowLike[] {
  return Array.isArray(item)
}

function rowOf(sample: Sample, index: number): DataRowLike {
  if (typeof sample !== 'object' || sample === null) {
    throw new AssayError({
      kind: 'data',
      message: `Row ${index + 1} is ${sample === null ? 'null' : `a ${typeof sample}`}, not a sample. Pass objects such as { reference, retrievedContexts }.`,
    })
  }
  const { id } = sample
  if (id !== undefined && id !== null) return { sample: { ...sample, id }, idGiven: true, index }
  return { sample: { ...sample, id: `row-${index + 1}` }, idGiven: false, index }
}
