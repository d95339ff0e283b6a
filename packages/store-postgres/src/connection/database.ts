import { AssayError, type Clock, configError } from '@assay/core'
import type { ClientBase, Pool } from 'pg'
import { databaseFailure, isConflict, isConnectionLoss } from './database-failure.ts'
import type { StoreUrl } from './store-url.ts'

export type Row = Readonly<Record<string, unknown>>
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

export type Database = {
  /**
   * Runs work on one connection. While the connection is lost it waits, and runs the work again: what the work does must be the same twice.
   * @throws AssayError once the database is given up, and from then on at once.
   */
  readonly run: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  /** The same in a transaction. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  /** Once, without waiting: for what is repeated anyway. */
  readonly attempt: (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>
  /** Why the database was given up. */
  readonly failure: () => AssayError | undefined
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  readonly pool: Pool
  readonly url: StoreUrl
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>
  /** How long a lost connection is waited for, in milliseconds. */
  readonly waitMs: number
  readonly onWarning: (message: string) => void
}

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5000
/** How often a transaction is repeated that met another one. */
const CONFLICTS = 20

export function createDatabase({ pool, url, clock, waitMs, onWarning }: DatabaseOptions): Database {
  let failure: AssayError | undefined
  /** When the connection was lost, while it is. */
  let lostAt: number | undefined
  // A connection that breaks, idle or between two queries, is noticed by the next query. Without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))

  function giveUp(error: AssayError): never {
    failure ??= error
    throw failure
  }

  /** Waits for the connection to come back, in steps that grow. */
  async function pause(error: unknown, times: number): Promise<void> {
    const why = error instanceof Error && error.message !== '' ? error.message : 'no connection'
    const minutes = `${Math.round(waitMs / 6000) / 10} minutes`
    if (lostAt === undefined) {
      lostAt = clock.monotonic()
      onWarning(
        `The connection to the store ${url.shown} is lost (${why}). Nothing is called meanwhile; the run waits up to ${minutes} for it.`,
      )
    }
    if (clock.monotonic() - lostAt >= waitMs) {
      const message = `The store ${url.shown} could not be reached for ${minutes} (${why}), so the run was stopped. When it is back, resume the run: no stored reply is paid for again.`
      giveUp(new AssayError({ kind: 'connection', message, isRetryable: false }))
    }
    await clock.sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times, 10)))
  }

  function found(): void {
    if (lostAt === undefined) return
    lostAt = undefined
    onWarning(`The store ${url.shown} is back, and the run goes on.`)
  }

  async function run<T>(work: (query: Query) => Promise<T>): Promise<T> {
    for (let [losses, conflicts] = [0, 0]; ;) {
      if (failure !== undefined) throw failure
      try {
        const value = await onConnection(pool, work)
        found()
        return value
      } catch (error) {
        if (isConflict(error) && conflicts++ < CONFLICTS) continue
        if (!isConnectionLoss(error)) giveUp(databaseFailure(error, url))
        await pause(error, losses++)
      }
    }
  }

  return {
    run,
    transaction: (work) => run((query) => inTransaction(query, work)),
    attempt: (sql, values) => onConnection(pool, (query) => query(sql, values)),
    failure: () => failure,
    async close() {
      failure ??= configError(`The store ${url.shown} was closed.`)
      await pool.end()
    },
  }
}

async function onConnection<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const value = await work(queryOf(client))
    client.release()
    return value
  } catch (error) {
    // Not used again: after an error its state is not known.
    client.release(true)
    throw error
  }
}

function queryOf(client: ClientBase): Query {
  return async (sql, values = []) => {
    const { rows } = await client.query<Row>(sql, [...values])
    return rows
  }
}

async function inTransaction<T>(query: Query, work: (query: Query) => Promise<T>): Promise<T> {
  // The connection of a failed transaction is closed, which rolls it back.
  await query('BEGIN')
  const value = await work(query)
  await query('COMMIT')
  return value
}
