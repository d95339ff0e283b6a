import { type Clock, systemClock } from '@assay/core'
import type { ReplyStore } from '@assay/runner'
import { createDatabase } from './connection/database.ts'
import { databaseFailure, isStartingUp } from './connection/database-failure.ts'
import { loadPg } from './connection/load-pg.ts'
import { withPassword } from './connection/password-file.ts'
import { storeUrl } from './connection/store-url.ts'
import { createPostgresStore } from './postgres-store.ts'
import { migrate } from './schema/migrate.ts'

export type OpenPostgresStoreOptions = {
  /**
   * As `postgres://user@host:5432/database`; `?schema=NAME` names the schema of the tables (default `assay`). The password is taken from here,
   * from PGPASSWORD or from ~/.pgpass, and is never shown.
   */
  readonly url: string
  readonly clock?: Pick<Clock, 'now' | 'monotonic' | 'sleep'> | undefined
  /** How long a lost connection is waited for, in milliseconds. Default: five minutes. */
  readonly waitMs?: number | undefined
  /** Called when the connection is lost, and when it is back. */
  readonly onWarning: (message: string) => void
}

const FIVE_MINUTES = 300_000
const CONNECTIONS = 4

/**
 * Opens the store of a team, and makes its tables if needed. Unlike the store of a folder, it never goes on without the database: what it
 * cannot reach or do after a while is an error, and the run can be resumed.
 *
 * @throws AssayError `config` for a database that cannot be reached or used, or is of a newer version; where `pg` is not installed.
 */
export async function openPostgresStore(options: OpenPostgresStoreOptions): Promise<ReplyStore> {
  const { clock = systemClock, waitMs = FIVE_MINUTES, onWarning } = options
  const url = storeUrl(options.url)
  const { Client, Pool } = await loadPg()
  const connection = {
    connectionString: withPassword(url.connection),
    application_name: 'assay',
    connectionTimeoutMillis: 10_000,
    // A server that is gone without a word is noticed by silence alone.
    query_timeout: 120_000,
    keepAlive: true,
  }
  const pool = new Pool({ ...connection, max: CONNECTIONS })
  try {
    const database = createDatabase({ pool, url, clock, waitMs, onWarning })
    await firstConnection(async () => (await pool.connect()).release())
    await migrate(database, url)
    return createPostgresStore(database, { url, clock, onWarning, listener: () => new Client(connection) })
  } catch (error) {
    await pool.end().catch(() => undefined)
    throw databaseFailure(error, url)
  }

  /** A wrong address is told at once; only a server that is starting up is waited for. */
  async function firstConnection(connect: () => Promise<void>): Promise<void> {
    for (const begun = clock.monotonic(); ;) {
      try {
        await connect()
        return
      } catch (error) {
        if (!isStartingUp(error) || clock.monotonic() - begun > waitMs) throw error
        await clock.sleep(200)
      }
    }
  }
}
