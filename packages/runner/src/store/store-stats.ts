import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { AdapterStats, StoreStats } from './reply-store.ts'
import { parseAdapter } from './rows/reply-json.ts'
import type { RunRows } from './rows/run-rows.ts'

/** Counts what a store holds. It reads every entry, but no reply. */
export function storeStats(database: DatabaseSync, { file, runs }: { file: string; runs: RunRows }): StoreStats {
  const vectors = database.prepare('SELECT count(*) AS count FROM vectors').get()
  return {
    file,
    bytes: bytesOf(file),
    adapters: adapterStats(database),
    vectors: Number(vectors?.['count']),
    unfinished: runs.unfinished(),
  }
}

/** On disk, with the other files of SQLite. */
export function bytesOf(file: string): number {
  return [file, `${file}-wal`].reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}

function adapterStats(database: DatabaseSync): AdapterStats[] {
  const rows = database
    .prepare(
      `SELECT a.json, sum(shared) AS stored, sum(NOT shared) AS journaled, min(iif(shared, received_at, NULL)) AS oldest,
         max(iif(shared, received_at, NULL)) AS newest
       FROM replies r JOIN adapters a ON a.id = r.adapter GROUP BY a.id`,
    )
    .all()
  const byName = new Map<string, AdapterStats>()
  for (const row of rows) {
    const { provider, modelId } = parseAdapter(String(row['json']))
    const before = byName.get(`${provider}:${modelId}`)
    byName.set(`${provider}:${modelId}`, {
      provider,
      modelId,
      stored: (before?.stored ?? 0) + Number(row['stored']),
      journaled: (before?.journaled ?? 0) + Number(row['journaled']),
      oldest: least(before?.oldest, timeOf(row['oldest'])),
      newest: most(before?.newest, timeOf(row['newest'])),
    })
  }
  return [...byName.values()].sort((a, b) => b.stored + b.journaled - (a.stored + a.journaled))
}

function timeOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function least(a: number | null | undefined, b: number | null): number | null {
  return typeof a === 'number' && (b === null || a < b) ? a : b
}

function most(a: number | null | undefined, b: number | null): number | null {
  return typeof a === 'number' && (b === null || a > b) ? a : b
}
