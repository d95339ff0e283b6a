import { hostname } from 'node:os'
import type { JsonValue } from '@assay/core'
import type { StoredRun } from '@assay/runner'
import type { Database, Query, Row } from '../connection/database.ts'
import { isAliveSql } from './process-row.ts'

export type RunRows = {
  /** `false` if another living process has the run. */
  readonly begin: (run: {
    readonly id: string
    readonly resume: string
    readonly process: string
    readonly now: number
  }) => Promise<boolean>
  /** `false` if the run was taken over by another process: then nothing was changed. */
  readonly end: (run: { readonly id: string; readonly status: string; readonly process: string; readonly now: number }) => Promise<boolean>
  readonly drop: (id: string) => Promise<void>
  /** All parts of an unfinished run: one for each time it was begun or resumed, and received a reply. */
  readonly parts: (id: string) => Promise<readonly string[]>
  readonly addPart: (id: string) => Promise<string>
  readonly get: (id: string) => Promise<StoredRun | undefined>
  /** The last one that was begun comes first. */
  readonly unfinished: () => Promise<readonly (StoredRun & { readonly host: string })[]>
  /** Runs whose journals no run will read. */
  readonly spent: (touchedBefore: number) => Promise<readonly string[]>
}

/** `mine`: the process of this store, whose runs are alive whatever their time. */
export function createRunRows(database: Database, schema: string, mine: () => string): RunRows {
  const runs = `${schema}.runs`
  const isAlive = `(r.status = 'running' AND (r.process = $1 OR ${isAliveSql(schema, 'r.process')}))`
  const columns = `r.*, ${isAlive} AS is_alive, (SELECT count(*) FROM ${schema}.replies WHERE part IN (SELECT id FROM ${schema}.parts WHERE run = r.id)) AS replies`

  const all = (where: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    database.run((query) => query(`SELECT ${columns} FROM ${runs} r WHERE ${where} ORDER BY r.seq DESC`, [mine(), ...values]))

  return {
    begin: ({ id, resume, process, now }) =>
      database.transaction(async (query) => {
        // In order of beginning, not by time: clocks can be set back.
        const rows = await query(
          `INSERT INTO ${runs} AS r (id, seq, status, started_at, touched_at, process, host, resume)
           VALUES ($2, (SELECT coalesce(max(seq), 0) + 1 FROM ${runs}), 'running', $3, $3, $1, $4, $5)
           ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, status = 'running', touched_at = excluded.touched_at, finished_at = NULL,
             process = excluded.process, host = excluded.host, resume = excluded.resume
           WHERE r.process = $1 OR NOT ${isAlive} RETURNING id`,
          [process, id, Math.floor(now), hostname(), resume],
        )
        return rows.length > 0
      }),
    end: ({ id, status, process, now }) =>
      database.transaction(async (query) => {
        const rows = await query(
          `UPDATE ${runs} SET status = $2, touched_at = $3, finished_at = $3 WHERE id = $1 AND process = $4 RETURNING id`,
          [id, status, Math.floor(now), process],
        )
        if (rows.length > 0 && status === 'finished') await query(`DELETE FROM ${schema}.parts WHERE run = $1`, [id])
        return rows.length > 0
      }),
    drop: (id) =>
      database.transaction(async (query: Query) => {
        await query(`DELETE FROM ${schema}.parts WHERE run = $1`, [id])
        await query(`DELETE FROM ${runs} WHERE id = $1`, [id])
      }),
    parts: async (id) =>
      (await database.run((query) => query(`SELECT id FROM ${schema}.parts WHERE run = $1`, [id]))).map((row) => String(row['id'])),
    async addPart(id) {
      const [row] = await database.run((query) => query(`INSERT INTO ${schema}.parts (run) VALUES ($1) RETURNING id`, [id]))
      return String(row?.['id'])
    },
    async get(id) {
      const [row] = await all('r.id = $2', [id])
      return row === undefined ? undefined : runOf(row)
    },
    unfinished: async () => (await all(`r.status <> 'finished'`)).map((row) => Object.assign(runOf(row), { host: String(row['host']) })),
    async spent(touchedBefore) {
      const rows = await database.run((query) =>
        query(
          `SELECT r.id FROM ${runs} r WHERE NOT ${isAlive}
             AND (r.touched_at < $2 OR (r.status = 'finished' AND EXISTS (SELECT 1 FROM ${schema}.parts WHERE run = r.id)))`,
          [mine(), Math.floor(touchedBefore)],
        ),
      )
      return rows.map(({ id }) => String(id))
    },
  }
}

function runOf(row: Row): StoredRun {
  const { status } = row
  return {
    id: String(row['id']),
    startedAt: Number(row['started_at']),
    finishedAt: row['finished_at'] === null ? null : Number(row['finished_at']),
    status: status === 'finished' || status === 'interrupted' ? status : 'running',
    isAlive: row['is_alive'] === true,
    resume: resumeOf(String(row['resume'])),
    replies: Number(row['replies']),
  }
}

function resumeOf(json: string): JsonValue {
  return JSON.parse(json)
}
