import type { Database, Query } from '../connection/database.ts'
import { isAliveSql } from './process-row.ts'

export type LeaseRows = {
  /**
   * For each key, in one statement: nothing if a shared reply is there, else who makes the call. Keys that nobody holds are taken for `holder`;
   * a process that is gone holds nothing.
   */
  readonly take: (
    holder: string,
    asks: readonly { readonly key: string; readonly notBefore: number }[],
  ) => Promise<ReadonlyMap<string, string>>
  /** Ends leases, and wakes who waits for them once the transaction is committed. */
  readonly release: (query: Query, holder: string, keys: readonly string[]) => Promise<void>
}

export function createLeaseRows(database: Database, schema: string, channel: string): LeaseRows {
  const { leases, replies } = { leases: `${schema}.leases`, replies: `${schema}.replies` }
  const isHeld = `(l.holder <> excluded.holder AND ${isAliveSql(schema, 'l.holder')})`
  return {
    async take(holder, asks) {
      const oldest = new Map(asks.map(({ key, notBefore }) => [key, notBefore]))
      const keys = [...oldest.keys()].sort()
      const rows = await database.run((query) =>
        query(
          `INSERT INTO ${leases} AS l (key, holder, awaited)
           SELECT x.key, $1, false FROM unnest($2::text[], $3::bigint[]) AS x (key, not_before)
           WHERE NOT EXISTS (SELECT 1 FROM ${replies} WHERE shared AND key = x.key AND received_at >= x.not_before)
             AND NOT EXISTS (SELECT 1 FROM ${replies} WHERE shared AND sent_key = x.key AND received_at >= x.not_before)
           ORDER BY x.key
           ON CONFLICT (key) DO UPDATE SET holder = CASE WHEN ${isHeld} THEN l.holder ELSE excluded.holder END, awaited = l.awaited OR ${isHeld}
           RETURNING key, holder`,
          [holder, keys, keys.map((key) => oldest.get(key))],
        ),
      )
      return new Map(rows.map((row) => [String(row['key']), String(row['holder'])]))
    },
    async release(query, holder, keys) {
      if (keys.length === 0) return
      await query(
        `WITH gone AS (DELETE FROM ${leases} WHERE key = ANY($1) AND holder = $2 RETURNING key, awaited)
         SELECT pg_notify($3, key) FROM gone WHERE awaited AND length(key) < 1000`,
        [keys, holder, channel],
      )
    },
  }
}
