import { hostname } from 'node:os'
import type { Database } from '../connection/database.ts'

/** How often a process says that it is alive, and after which silence it counts as gone. By the clock of the database. */
const EVERY_MS = 10_000
const GONE_AFTER = '60 seconds'
/** Rows of processes that ended without a word. */
const FORGOTTEN_AFTER = '7 days'

/** Whether the process in a column is alive. */
export function isAliveSql(schema: string, column: string): string {
  return `EXISTS (SELECT 1 FROM ${schema}.processes p WHERE p.id = ${column} AND p.seen_at > clock_timestamp() - interval '${GONE_AFTER}')`
}

/**
 * A process by its row in the database: its number on its machine says nothing to others. Its runs and leases are its own while it says that
 * it is alive.
 */
export type ProcessRow = {
  /** Enters the process on first use. */
  readonly id: () => Promise<string>
  /** 0 before that. */
  readonly idNow: () => string
  /** Its runs and leases are free at once. */
  readonly leave: () => Promise<void>
}

export function createProcessRow(database: Database, schema: string): ProcessRow {
  let entered: Promise<string> | undefined
  let known = '0'
  let timer: NodeJS.Timeout | undefined

  async function enter(): Promise<string> {
    const [row] = await database.run(async (query) => {
      await query(`DELETE FROM ${schema}.processes WHERE seen_at < clock_timestamp() - interval '${FORGOTTEN_AFTER}'`)
      return query(`INSERT INTO ${schema}.processes (host, pid, seen_at) VALUES ($1, $2, clock_timestamp()) RETURNING id`, [
        hostname(),
        process.pid,
      ])
    })
    known = String(row?.['id'])
    timer = setInterval(() => void beat(), EVERY_MS).unref()
    return known
  }

  /** While the connection is lost it cannot be said; what needs the connection waits for it. */
  async function beat(): Promise<void> {
    const sql = `INSERT INTO ${schema}.processes (id, host, pid, seen_at) VALUES ($1, $2, $3, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`
    await database.attempt(sql, [known, hostname(), process.pid]).catch(() => undefined)
  }

  return {
    id: () => (entered ??= enter()),
    idNow: () => known,
    async leave() {
      clearInterval(timer)
      if (known === '0') return
      await database.attempt(`DELETE FROM ${schema}.processes WHERE id = $1`, [known]).catch(() => undefined)
    },
  }
}
