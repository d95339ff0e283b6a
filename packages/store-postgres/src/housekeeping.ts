import type { Database } from './connection/database.ts'
import type { RunRows } from './rows/run-rows.ts'

/** Age from which the journal of an unfinished run is deleted when another run begins: 30 days. */
export const JOURNAL_AGE_MS = 30 * 86_400_000

/** Rows deleted in one transaction: other processes get their turn in between. */
const BATCH = 1000

export type Housekeeping = {
  /** Deletes journals that no run will read. */
  readonly tidy: (touchedBefore: number) => Promise<{ readonly replies: number; readonly runs: number }>
  readonly deleteVectorsOf: (run: string) => Promise<void>
  /** Deletes replies that no run can use, as after a run has finished; returns how many. */
  readonly deleteUnheld: () => Promise<number>
  /** Deletes shared replies and vectors received before. Those of unfinished runs stay. */
  readonly deleteOlder: (receivedBefore: number) => Promise<{ readonly replies: number; readonly vectors: number }>
}

export function createHousekeeping(database: Database, schema: string, runs: RunRows): Housekeeping {
  const [replies, vectors] = [`${schema}.replies`, `${schema}.vectors`]
  /** Of a run that finished, or of none: parts of others are listed. */
  const unheld = `NOT EXISTS (SELECT 1 FROM ${schema}.parts WHERE id = part)`

  /** Deletes until nothing is left, and sums up. Two processes may do so at once: neither waits for the other's rows. */
  async function inBatches(table: string, where: string, values: readonly unknown[]): Promise<number> {
    for (let sum = 0; ;) {
      const sql = `WITH batch AS (SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM batch) RETURNING 1`
      const deleted = await database.run((query) => query(sql, values))
      sum += deleted.length
      if (deleted.length < BATCH) return sum
    }
  }

  const deleteUnheld = (): Promise<number> => inBatches(replies, `NOT shared AND ${unheld}`, [])
  async function deleteVectorsOf(run: string): Promise<void> {
    await inBatches(vectors, 'run = $1', [run])
  }

  return {
    deleteUnheld,
    deleteVectorsOf,
    async tidy(touchedBefore) {
      const spent = await runs.spent(touchedBefore)
      for (const run of spent) {
        await deleteVectorsOf(run)
        await runs.drop(run)
      }
      return { replies: await deleteUnheld(), runs: spent.length }
    },
    async deleteOlder(receivedBefore) {
      return {
        replies: await inBatches(replies, `shared AND received_at < $1 AND ${unheld}`, [receivedBefore]),
        vectors: await inBatches(vectors, `run = '' AND received_at < $1`, [receivedBefore]),
      }
    },
  }
}
