import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { canonicalJson, type EmbeddingAdapter } from '@assay/core'
import { DamagedRow } from '../sqlite/sqlite-failure.ts'

export type VectorRows = {
  readonly get: (key: string, notBefore: number) => readonly number[] | undefined
  /** Run it in a transaction. */
  readonly put: (key: string, vector: readonly number[], receivedAt: number) => void
}

/** The key of one text at one embedding model: SHA-256, in hex, over the canonical JSON of the model's fingerprint and the text. */
export function vectorKey({ fingerprint }: Pick<EmbeddingAdapter, 'fingerprint'>, text: string): string {
  return createHash('sha256').update(canonicalJson({ fingerprint, text })).digest('hex')
}

/** The key of a vector that only one run may use. No other key contains a space. */
export function vectorKeyOfRun(run: string, key: string): string {
  return `${run} ${key}`
}

/** The range of keys of a run, without its end. */
export function vectorKeysOfRun(run: string): readonly [from: string, to: string] {
  return [vectorKeyOfRun(run, ''), `${run}!`]
}

/** Vectors as 64-bit floats: they are read back exactly as written. */
export function createVectorRows(database: DatabaseSync): VectorRows {
  const found = database.prepare('SELECT vector, crc FROM vectors WHERE key = ? AND received_at >= ?')
  const set = database.prepare('INSERT OR REPLACE INTO vectors (key, received_at, crc, vector) VALUES (?, ?, ?, ?)')
  return {
    get(key, notBefore) {
      const row = found.get(key, notBefore)
      if (row === undefined) return undefined
      const { vector: bytes, crc } = row
      if (!(bytes instanceof Uint8Array) || bytes.length % 8 !== 0 || crcOf(key, bytes) !== crc) {
        throw new DamagedRow('a vector is not what was written')
      }
      // A copy, since a view of 64-bit floats must begin at a multiple of 8.
      return Array.from(new Float64Array(Uint8Array.from(bytes).buffer))
    },
    put(key, vector, receivedAt) {
      const bytes = new Uint8Array(Float64Array.from(vector).buffer)
      set.run(key, receivedAt, crcOf(key, bytes), bytes)
    },
  }
}

function crcOf(key: string, bytes: Uint8Array): number {
  return crc32(bytes, crc32(key))
}
