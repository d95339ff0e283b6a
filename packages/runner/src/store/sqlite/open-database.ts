import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { loadSqlite } from './load-sqlite.ts'
import { DamagedRow, isBusy } from './sqlite-failure.ts'
import { migrate } from './store-schema.ts'

/** How often to wait for a lock of another process; each wait takes up to `BUSY_TIMEOUT_MS`. */
export const BUSY_ATTEMPTS = 30
const BUSY_TIMEOUT_MS = 1000

/**
 * Opens the database of a store, and creates it if needed. @throws the error of SQLite or of the file system, UnknownFormat, DamagedRow.
 */
export async function openDatabase(file: string): Promise<DatabaseSync> {
  prepareFile(file)
  for (let attempt = 1; ; attempt++) {
    try {
      return opened(file)
    } catch (error) {
      if (!isBusy(error) || attempt === BUSY_ATTEMPTS) throw error
      await setTimeout(20 * attempt)
    }
  }
}

function opened(file: string): DatabaseSync {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file)
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA trusted_schema = OFF`)
    // Before the switch to a write-ahead log, which writes: a newer file, or that of another program, is not changed.
    migrate(database)
    // With a log, NORMAL loses nothing if the process is killed, and at most the last replies if the power fails.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // Pages that every reply changes are copied out of the log once in 16 MB, not once in 4.
    database.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 16777216')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const MAGIC = 'SQLite format 3\0'

/** Creates the file for its owner only; SQLite gives its other files the same mode. */
function prepareFile(file: string): void {
  const descriptor = openSync(file, 'a+', 0o600)
  try {
    const start = Buffer.alloc(MAGIC.length)
    const length = readSync(descriptor, start, 0, start.length, 0)
    // SQLite takes any file of less than 512 bytes for an empty one, and would overwrite it.
    if (length > 0 && start.toString('latin1') !== MAGIC) throw new DamagedRow('file is not a database')
  } finally {
    closeSync(descriptor)
  }
}
