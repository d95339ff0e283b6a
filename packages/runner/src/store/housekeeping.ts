import type { DatabaseSync } from 'node:sqlite'
import { vectorKeysOfRun } from './rows/vector-rows.ts'
import type { RunRows } from './rows/run-rows.ts'
import type { ReplyRows } from './rows/reply-rows.ts'
import { DamagedRow } from './sqlite/sqlite-failure.ts'

/** Age from which the journal of an unfinished run is deleted when another run begins: 30 days. */
export const JOURNAL_AGE_MS = 30 * 86_400_000

/** Rows deleted in one transaction: other processes, and this one, get their turn in between. */
const BATCH = 500

export type Housekeeping = {
  /** Deletes runs, with the data that only they use. */
  readonly deleteRuns: (ids: readonly string[]) => Promise<void>
  readonly deleteVectorsOf: (run: string) => Promise<void>
  /** Deletes replies that no run can use, as after a run has finished; returns how many. */
  readonly deleteUnheld: () => Promise<number>
  /** Deletes shared replies and vectors received before. Those of unfinished runs stay. */
  readonly deleteOlder: (receivedBefore: number) => Promise<{ readonly replies: number; readonly vectors: number }>
  /** @throws DamagedRow if the file is damaged. It reads the whole file. */
  readonly check: () => void
  /** Returns free pages to the file system if there are many. */
  readonly shrink: () => void
}

export type HousekeepingOptions = {
  /** Applies in a transaction; not at all once the store has failed. */
  readonly write: (apply: () => void) => Promise<void>
  readonly replies: ReplyRows
  readonly runs: RunRows
}

export function createHousekeeping(database: DatabaseSync, o: HousekeepingOptions): Housekeeping {
  const oldVectors = database.prepare('DELETE FROM vectors WHERE key IN (SELECT key FROM vectors WHERE received_at < ? LIMIT ?)')
  const vectorsOfRun = database.prepare('DELETE FROM vectors WHERE key IN (SELECT key FROM vectors WHERE key >= ? AND key < ? LIMIT ?)')

  /** Runs a step in its own transactions until it deletes nothing, and sums up what it deleted. */
  async function inBatches(step: () => number | bigint): Promise<number> {
    for (let sum = 0; ;) {
      let deleted = 0
      await o.write(() => {
        deleted = Number(step())
      })
      sum += deleted
      if (deleted < BATCH) return sum
    }
  }

  async function deleteVectorsOf(run: string): Promise<void> {
    await inBatches(() => vectorsOfRun.run(...vectorKeysOfRun(run), BATCH).changes)
  }

  return {
    deleteVectorsOf,
    async deleteRuns(ids) {
      for (const run of ids) {
        await deleteVectorsOf(run)
        await o.write(() => o.runs.drop(run))
      }
    },
    deleteUnheld: () => inBatches(() => o.replies.deleteUnheld(BATCH)),
    async deleteOlder(receivedBefore) {
      const replies = await inBatches(() => o.replies.deleteOlder(receivedBefore, BATCH))
      return { replies, vectors: await inBatches(() => oldVectors.run(receivedBefore, BATCH).changes) }
    },
    check() {
      const [first] = database.prepare('PRAGMA quick_check(1)').all()
      const check = String(first?.['quick_check'])
      if (check !== 'ok') throw new DamagedRow(check)
    },
    shrink() {
      const free = Number(database.prepare('PRAGMA freelist_count').get()?.['freelist_count'])
      const all = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
      if (free * 4 > all) database.exec('VACUUM')
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
  }
}
