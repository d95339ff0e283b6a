import type { FoundVectors, StoredVector } from '@assay/runner'
import type { Database } from '../connection/database.ts'

export type VectorRows = {
  /** `run`: empty for those that all runs share. */
  readonly find: (run: string, keys: readonly string[], notBefore: number) => Promise<FoundVectors>
  readonly put: (run: string, vectors: readonly StoredVector[], receivedAt: number) => Promise<void>
}

/** Vectors as 64-bit floats: they are read back exactly as written. */
export function createVectorRows(database: Database, schema: string): VectorRows {
  return {
    async find(run, keys, notBefore) {
      const rows = await database.run((query) =>
        query(`SELECT key, vector FROM ${schema}.vectors WHERE run = $1 AND key = ANY($2) AND received_at >= $3`, [
          run,
          [...new Set(keys)],
          notBefore,
        ]),
      )
      const found = new Map(rows.map(({ key, vector }) => [key, vector]))
      return keys.map((key) => {
        const bytes = found.get(key)
        // A copy, since a view of 64-bit floats must begin at a multiple of 8.
        return bytes instanceof Uint8Array ? Array.from(new Float64Array(Uint8Array.from(bytes).buffer)) : undefined
      })
    },
    async put(run, vectors, receivedAt) {
      const last = new Map(vectors.filter(({ vector }) => vector.length > 0).map(({ key, vector }) => [key, vector]))
      // In one order in all processes: so no two wait for each other.
      const sorted = [...last].sort(([a], [b]) => (a < b ? -1 : 1))
      if (sorted.length === 0) return
      await database.run((query) =>
        query(
          `INSERT INTO ${schema}.vectors (run, key, received_at, vector) SELECT $1, x.key, $2, x.vector FROM unnest($3::text[], $4::bytea[]) AS x (key, vector)
           ON CONFLICT (run, key) DO UPDATE SET received_at = excluded.received_at, vector = excluded.vector`,
          [run, receivedAt, sorted.map(([key]) => key), sorted.map(([, vector]) => Buffer.from(Float64Array.from(vector).buffer))],
        ),
      )
    },
  }
}
