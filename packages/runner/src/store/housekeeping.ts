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
  /** Deletes a run's journal, and replies that nobody else holds. */
  readonly deleteJournal: (run: string) => Promise<{ readonly replies: number }>
  /** Deletes runs with their journals. */
  readonly deleteRuns: (ids: readonly string[]) => Promise<{ readonly replies: number }>
  /** Deletes shared replies and vectors received before. */
  readonly deleteOlder: (receivedBefore: number) => Promise<{ readonly replies: number; readonly vectors: number }>
  /** Deletes replies that nobody holds, as after a journal or shared reply was replaced by another process. */
  readonly deleteOrphans: () => Promise<{ readonly replies: number }>
  /** @throws DamagedRow where the file is not whole. It reads all of it. */
  readonly check: () => void
  /** Gives free pages back to the file system, where they are many. */
  readonly shrink: () => void
}

export type HousekeepingOptions = {
  /** Applies in a transaction; not at all once the store has failed. */
  readonly write: (apply: () => void) => Promise<void>
  readonly replies: ReplyRows
  readonly runs: RunRows
}

export function createHousekeeping(database: DatabaseSync, o: HousekeepingOptions): Housekeeping {
  const sql = (text: string) => database.prepare(text)
  const journal = sql('SELECT key, reply FROM journal WHERE run = ? ORDER BY key LIMIT ?')
  const dropJournal = sql('DELETE FROM journal WHERE run = ? AND key <= ?')
  const old = sql('SELECT key, reply FROM store WHERE received_at < ? LIMIT ?')
  const dropStored = sql('DELETE FROM store WHERE key IN (SELECT value FROM json_each(?))')
  const oldVectors = sql('DELETE FROM vectors WHERE key IN (SELECT key FROM vectors WHERE received_at < ? LIMIT ?)')
  const vectorsOfRun = sql('DELETE FROM vectors WHERE key IN (SELECT key FROM vectors WHERE key >= ? AND key < ? LIMIT ?)')
  const orphans = sql(
    `SELECT id FROM replies r WHERE NOT EXISTS (SELECT 1 FROM store WHERE reply = r.id) AND NOT EXISTS (SELECT 1 FROM journal WHERE reply = r.id) LIMIT ?`,
  )
  const dropRun = sql('DELETE FROM runs WHERE id = ?')

  /** Runs a step in transactions of its own until it finds nothing, and sums up what it deleted. */
  async function inBatches(step: () => { found: number; deleted: number }): Promise<number> {
    for (let sum = 0; ;) {
      let done = { found: 0, deleted: 0 }
      await o.write(() => {
        done = { found: 0, deleted: 0 }
        done = step()
      })
      sum += done.deleted
      if (done.found < BATCH) return sum
    }
  }

  async function deleteJournal(run: string): Promise<{ replies: number }> {
    const deleted = await inBatches(() => {
      const rows = journal.all(run, BATCH)
      dropJournal.run(run, rows.at(-1)?.['key'] ?? null)
      return { found: rows.length, deleted: o.replies.deleteOrphans(rows.map((row) => row['reply'])) }
    })
    await inBatches(() => {
      const vectors = Number(vectorsOfRun.run(...vectorKeysOfRun(run), BATCH).changes)
      return { found: vectors, deleted: vectors }
    })
    return { replies: deleted }
  }

  return {
    deleteJournal,
    async deleteRuns(ids) {
      let replies = 0
      for (const run of ids) {
        replies += (await deleteJournal(run)).replies
        await o.write(() => dropRun.run(run))
      }
      return { replies }
    },
    async deleteOlder(receivedBefore) {
      const replies = await inBatches(() => {
        const rows = old.all(receivedBefore, BATCH)
        dropStored.run(JSON.stringify(rows.map((row) => row['key'])))
        return { found: rows.length, deleted: o.replies.deleteOrphans(rows.map((row) => row['reply'])) }
      })
      const vectors = await inBatches(() => {
        const deleted = Number(oldVectors.run(receivedBefore, BATCH).changes)
        return { found: deleted, deleted }
      })
      return { replies, vectors }
    },
    async deleteOrphans() {
      const replies = await inBatches(() => {
        const rows = orphans.all(BATCH)
        return { found: rows.length, deleted: o.replies.deleteOrphans(rows.map((row) => row['id'])) }
      })
      return { replies }
    },
    check() {
      const [first] = database.prepare('PRAGMA quick_check(1)').all()
      const said = String(first?.['quick_check'])
      if (said !== 'ok') throw new DamagedRow(said)
    },
    shrink() {
      const free = Number(database.prepare('PRAGMA freelist_count').get()?.['freelist_count'])
      const all = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
      if (free * 4 > all) database.exec('VACUUM')
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
  }
}
