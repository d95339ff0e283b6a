import { AssayError, type Sample } from '@assay/core'
import type { DataRowLike } from './data-row.ts'
import { createSampleIds, type SampleIds } from './sample-ids.ts'

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
  const ids = createSampleIds()
  let index = 0
  return {
    async next() {
      const { done, value } = await iterator.next()
      if (done === true) return null
      if (isBatch(value)) return value
      index += 1
      return [rowOf(value, index - 1, ids)]
    },
    close() {
      quietly(() => Promise.resolve(iterator.return?.()).catch(() => undefined))
    },
  }
}

function syncSource(data: Iterable<Sample>, batchSize: number): RowSource {
  const iterator = data[Symbol.iterator]()
  const ids = createSampleIds()
  let index = 0
  let failure: { readonly error: unknown } | undefined
  return {
    // oxlint-disable-next-line typescript/require-await -- what the iterator throws must come as a rejection
    async next() {
      if (failure !== undefined) throw failure.error
      const rows: DataRowLike[] = []
      try {
        while (rows.length < batchSize) {
          const { done, value } = iterator.next()
          if (done === true) break
          rows.push(rowOf(value, index, ids))
          index += 1
        }
      } catch (error) {
        // The rows before it come first.
        if (rows.length === 0) throw error
        failure = { error }
      }
      return rows.length === 0 ? null : rows
    },
    close() {
      quietly(() => iterator.return?.())
    },
  }
}

/** A source that is told to close in the middle of its own work, or fails in closing, has nothing to say any more. */
function quietly(close: () => unknown): void {
  try {
    close()
  } catch {
    // As said.
  }
}

function isBatch(item: Sample | readonly DataRowLike[]): item is readonly DataRowLike[] {
  return Array.isArray(item)
}

/** @throws AssayError `data` for what is no sample, or has the id of another one. */
function rowOf(sample: Sample, index: number, ids: SampleIds): DataRowLike {
  if (typeof sample !== 'object' || sample === null) {
    throw new AssayError({
      kind: 'data',
      message: `Row ${index + 1} is ${sample === null ? 'null' : `a ${typeof sample}`}, not a sample. Pass objects such as { reference, retrievedContexts }.`,
    })
  }
  const given: unknown = sample.id ?? undefined
  if (given !== undefined && typeof given !== 'string') {
    const what = `Row ${index + 1} has a ${typeof given} for its id, where a text was due. Pass String(id).`
    throw new AssayError({ kind: 'data', message: what })
  }
  const id = ids.idOf(given, index)
  return { sample: { ...sample, id }, idGiven: given !== undefined, index }
}
