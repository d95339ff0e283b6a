import { setImmediate, setTimeout } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { BUSY_ATTEMPTS } from './open-database.ts'
import { isBusy } from './sqlite-failure.ts'

export type GroupCommit = {
  /** Applied with all others of this turn of the event loop in one transaction. Resolves once that is committed, or has failed. */
  readonly add: (apply: () => void) => Promise<void>
  /** Resolves once nothing is pending. */
  readonly settled: () => Promise<void>
}

export type GroupCommitOptions = {
  readonly database: DatabaseSync
  /** The transaction was rolled back, and is either repeated or abandoned. */
  readonly onRollback: () => void
  readonly onCommit: () => void
  /** It is abandoned, for this reason. */
  readonly onFailure: (error: unknown) => void
}

/** A transaction costs more than a row, so there is one for each turn of the event loop. */
export function createGroupCommit({ database, onRollback, onCommit, onFailure }: GroupCommitOptions): GroupCommit {
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')]
  let waiting: { apply: () => void; resolve: () => void }[] = []
  let work: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await setImmediate()
      const batch = waiting
      waiting = []
      await write(batch.map(({ apply }) => apply))
      for (const { resolve } of batch) resolve()
    }
    work = undefined
  }

  async function write(steps: readonly (() => void)[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        begin.run()
        for (const step of steps) step()
        commit.run()
        onCommit()
        return
      } catch (error) {
        rollBack(database)
        onRollback()
        if (!isBusy(error) || attempt === BUSY_ATTEMPTS) {
          onFailure(error)
          return
        }
        // A pause that does not block the event loop; the wait before it did, for as long as `busy_timeout`.
        await setTimeout(20)
      }
    }
  }

  return {
    add: (apply) =>
      new Promise((resolve) => {
        waiting.push({ apply, resolve })
        work ??= drain()
      }),
    settled: async () => {
      await work
    },
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK')
  } catch {
    // The first error is reported; a failed rollback changes nothing.
  }
}
