import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { JsonValue } from '@assay/core'
import { isOtherProcessAlive, thisProcess } from '../process-alive.ts'
import type { KeptRun } from '../reply-store.ts'
import { DamagedRow } from '../sqlite/sqlite-failure.ts'

export type RunRows = {
  /** These two belong into a transaction. `false` where a living process has the run. */
  readonly begin: (id: string, resume: string, now: number) => boolean
  readonly end: (id: string, status: 'finished' | 'interrupted', now: number) => void
  readonly get: (id: string) => KeptRun | undefined
  /** The last one that was begun first. */
  readonly unfinished: () => readonly KeptRun[]
  /** Runs whose journals nobody will read: finished, or unfinished, without a process, and not touched since. */
  readonly spent: (touchedBefore: number) => readonly string[]
}

export function createRunRows(database: DatabaseSync): RunRows {
  const one = database.prepare('SELECT * FROM runs WHERE id = ?')
  const open = database.prepare(`SELECT * FROM runs WHERE status <> 'finished' ORDER BY seq DESC`)
  const spent = database.prepare(
    `SELECT * FROM runs WHERE touched_at < ? OR (status = 'finished' AND EXISTS (SELECT 1 FROM journal WHERE run = runs.id))`,
  )
  const replies = database.prepare('SELECT count(DISTINCT reply) AS count FROM journal WHERE run = ?')
  // By order of beginning, not by time: clocks are set back.
  const begin = database.prepare(
    `INSERT INTO runs (id, status, started_at, touched_at, pid, host, resume) VALUES (?, 'running', ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET seq = (SELECT max(seq) + 1 FROM runs), status = 'running', touched_at = excluded.touched_at,
       finished_at = NULL, pid = excluded.pid, host = excluded.host, resume = excluded.resume`,
  )
  const end = database.prepare('UPDATE runs SET status = ?, touched_at = ?, finished_at = ? WHERE id = ?')
  const mine = new Set<string>()

  function decode(row: Readonly<Record<string, SQLOutputValue>>): KeptRun {
    const { status } = row
    if (status !== 'running' && status !== 'finished' && status !== 'interrupted') throw new DamagedRow('a run is not what was written')
    const id = String(row['id'])
    const isAlive = status === 'running' && (mine.has(id) || isOtherProcessAlive({ pid: Number(row['pid']), host: String(row['host']) }))
    return {
      id,
      startedAt: Number(row['started_at']),
      finishedAt: row['finished_at'] === null ? null : Number(row['finished_at']),
      status,
      isAlive,
      resume: parsed(String(row['resume'])),
      replies: Number(replies.get(id)?.['count']),
    }
  }

  function get(id: string): KeptRun | undefined {
    const row = one.get(id)
    return row === undefined ? undefined : decode(row)
  }

  return {
    begin(id, resume, now) {
      if (get(id)?.isAlive === true && !mine.has(id)) return false
      const { pid, host } = thisProcess()
      begin.run(id, now, now, pid, host, resume)
      mine.add(id)
      return true
    },
    end(id, status, now) {
      end.run(status, now, now, id)
      mine.delete(id)
    },
    get,
    unfinished: () => open.all().map(decode),
    spent: (touchedBefore) =>
      spent
        .all(touchedBefore)
        .map(decode)
        .filter(({ isAlive }) => !isAlive)
        .map(({ id }) => id),
  }
}

function parsed(json: string): JsonValue {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new DamagedRow('a run is no JSON', { cause: error })
  }
}
