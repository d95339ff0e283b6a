import { type AdapterStats, parseAdapter } from '@assay/runner'
import type { Database, Row } from './connection/database.ts'

/** What a schema holds: it reads every entry, but no reply. */
export async function tableStats(
  database: Database,
  schema: string,
): Promise<{ readonly bytes: number; readonly adapters: readonly AdapterStats[]; readonly vectors: number }> {
  return database.run(async (query) => {
    const [size] = await query(
      `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r'`,
      [schema],
    )
    const [vectors] = await query(`SELECT count(*) AS count FROM ${schema}.vectors`)
    const rows = await query(
      `SELECT a.json, count(*) FILTER (WHERE shared) AS stored, count(*) FILTER (WHERE NOT shared) AS journaled,
         min(received_at) FILTER (WHERE shared) AS oldest, max(received_at) FILTER (WHERE shared) AS newest
       FROM ${schema}.replies r JOIN ${schema}.adapters a ON a.id = r.adapter GROUP BY a.id`,
    )
    return { bytes: Number(size?.['bytes']), adapters: byName(rows), vectors: Number(vectors?.['count']) }
  })
}

/** Adapters that differ only in their fingerprint are counted together. */
function byName(rows: readonly Row[]): AdapterStats[] {
  const found = new Map<string, AdapterStats>()
  for (const row of rows) {
    const { provider, modelId } = parseAdapter(String(row['json']))
    const before = found.get(`${provider}:${modelId}`)
    const times = [before?.oldest, before?.newest, row['oldest'], row['newest']].flatMap((time) =>
      time === null || time === undefined ? [] : [Number(time)],
    )
    found.set(`${provider}:${modelId}`, {
      provider,
      modelId,
      stored: (before?.stored ?? 0) + Number(row['stored']),
      journaled: (before?.journaled ?? 0) + Number(row['journaled']),
      oldest: times.length === 0 ? null : Math.min(...times),
      newest: times.length === 0 ? null : Math.max(...times),
    })
  }
  return [...found.values()].sort((a, b) => b.stored + b.journaled - (a.stored + a.journaled))
}
