import { AssayError, type GivenSample, type SampleField, withContextTexts } from '@assay/core'
import type { DataRowLike } from './data-row.ts'
import { createSampleIds, type SampleIds } from './sample-ids.ts'

type Given = GivenSample | readonly DataRowLike[]

/**
 * Samples, or batches of rows that were read and numbered already. A reader of files may offer `reading`: the same rows for metrics that
 * read these fields, so that an invalid value in another field is no error.
 */
export type EvaluationData =
  | Iterable<GivenSample>
  | (AsyncIterable<Given> & { readonly reading?: ((fields: readonly SampleField[]) => AsyncIterable<Given>) | undefined })

export type RowSourceOptions = {
  /** The most samples that are read ahead from a synchronous source. */
  readonly batchSize: number
  /** Fields that a metric reads. Default: any. */
  readonly reads?: readonly SampleField[] | undefined
  /** Called once if contexts are documents, with the path of their text. */
  readonly onDocuments?: ((path: string) => void) | undefined
}

export type RowSource = {
  /** The next rows, `null` at the end. Never called again before it settled. */
  readonly next: () => Promise<readonly DataRowLike[] | null>
  /** Ends reading. Does not wait for a source that is busy. */
  readonly close: () => void
}

/** Any form of data as batches of rows. */
export function createRowSource(data: EvaluationData, { batchSize, reads, onDocuments }: RowSourceOptions): RowSource {
  const rowOf = createRowMaker(onDocuments)
  if (!(Symbol.asyncIterator in data)) return syncSource(data, batchSize, rowOf)
  return asyncSource(reads === undefined || data.reading === undefined ? data : data.reading(reads), rowOf)
}

type MakeRow = (sample: GivenSample, index: number) => DataRowLike

function asyncSource(data: AsyncIterable<Given>, rowOf: MakeRow): RowSource {
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
      quietly(() => Promise.resolve(iterator.return?.()).catch(() => undefined))
    },
  }
}

function syncSource(data: Iterable<GivenSample>, batchSize: number, rowOf: MakeRow): RowSource {
  const iterator = data[Symbol.iterator]()
  let index = 0
  let failure: { readonly error: unknown } | undefined
  return {
    // oxlint-disable-next-line typescript/require-await -- errors of the iterator must become rejections
    async next() {
      if (failure !== undefined) throw failure.error
      const rows: DataRowLike[] = []
      try {
        while (rows.length < batchSize) {
          const { done, value } = iterator.next()
          if (done === true) break
          rows.push(rowOf(value, index))
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

/** Errors of a source that is closed while it works, or that fails in closing, are ignored. */
function quietly(close: () => unknown): void {
  try {
    close()
  } catch {
    // See above.
  }
}

function isBatch(item: Given): item is readonly DataRowLike[] {
  return Array.isArray(item)
}

/** Converts contexts to texts. @throws AssayError `data` for a value that is no sample, or a sample with the id of another one. */
function createRowMaker(onDocuments: RowSourceOptions['onDocuments']): MakeRow {
  const ids = createSampleIds()
  let hasTold = false
  return (given, index) => {
    const id = idOf(given, index, ids)
    const { sample, path } = withContextTexts(given)
    if (path !== undefined && !hasTold) {
      hasTold = true
      onDocuments?.(path)
    }
    return { sample: { ...sample, id }, idGiven: given.id !== undefined && given.id !== null, index }
  }
}

function idOf(sample: GivenSample, index: number, ids: SampleIds): string {
  if (typeof sample !== 'object' || sample === null) {
    throw new AssayError({
      kind: 'data',
      message: `Row ${index + 1} is ${sample === null ? 'null' : `a ${typeof sample}`}, not a sample. Pass objects such as { reference, retrievedContexts }.`,
    })
  }
  const given: unknown = sample.id ?? undefined
  if (given !== undefined && typeof given !== 'string') {
    const what = `Row ${index + 1} has a ${typeof given} for its id instead of a text. Pass String(id).`
    throw new AssayError({ kind: 'data', message: what })
  }
  return ids.idOf(given, index)
}
