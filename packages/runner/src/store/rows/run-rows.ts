import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { JsonValue } from '@assay/core'
import { isOtherProcessAlive, thisProcess } from '../process-alive.ts'
import type { StoredRun } from '../reply-store.ts'
import { DamagedRow } from '../sqlite/sqlite-failure.ts'

export type RunRows = {
  /** Run these four in a transaction. `false` if a living process has the run. */
  readonly begin: (id: string, resume: string, now: number) => boolean
  readonly end: (id: string, status: 'finished' | 'interrupted', now: number) => void
  readonly drop: (id: string) => void
  /** The part of a run that continues here, created with the first reply. */
  readonly part: (id: string) => number
  /** The same, if it was created. */
  readonly partHere: (id: string) => number | undefined
  /** All parts of an unfinished run: one for each time it was begun or resumed, and received a reply. */
  readonly parts: (id: string) => readonly number[]
  readonly get: (id: string) => StoredRun | undefined
  /** The last one that was begun comes first. */
  readonly unfinished: () => readonly StoredRun[]
  /** Runs whose journals no run will read: finished, or unfinished, without a process, and not changed since. */
  readonly spent: (touchedBefore: number) => readonly string[]
  readonly onCommit: () => void
  readonly onRollback: () => void
}

type Row = Readonly<Record<string, SQLOutputValue>>

export function createRunRows(database: DatabaseSync): RunRows {
  const sql = (text: string) => database.prepare(text)
  const one = sql('SELECT * FROM runs WHERE id = ?')
  const open = sql(`SELECT * FROM runs WHERE status <> 'finished' ORDER BY seq DESC`)
  const spent = sql(`SELECT * FROM runs WHERE touched_at < ? OR (status = 'finished' AND EXISTS (SELECT 1 FROM parts WHERE run = runs.id))`)
  const replies = sql('SELECT count(*) AS count FROM replies WHERE part IN (SELECT id FROM parts WHERE run = ?)')
  // In order of beginning, not by time: clocks can be set back.
  const begin = sql(
    `INSERT INTO runs (id, status, started_at, touched_at, pid, host, resume) VALUES (?, 'running', ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET seq = (SELECT max(seq) + 1 FROM runs), status = 'running', touched_at = excluded.touched_at,
       finished_at = NULL, pid = excluded.pid, host = excluded.host, resume = excluded.resume`,
  )
  const end = sql('UPDATE runs SET status = ?, touched_at = ?, finished_at = ? WHERE id = ?')
  const drop = sql('DELETE FROM runs WHERE id = ?')
  const parts = sql('SELECT id FROM parts WHERE run = ?')
  const addPart = sql('INSERT INTO parts (run) VALUES (?)')
  const dropParts = sql('DELETE FROM parts WHERE run = ?')
  const mine = new Set<string>()
  const partsHere = new Map<string, number>()
  /** Runs whose part does not exist before the transaction. */
  const uncommitted = new Set<string>()

  function isAlive(row: Row): boolean {
    const process = { pid: Number(row['pid']), host: String(row['host']) }
    return row['status'] === 'running' && (mine.has(String(row['id'])) || isOtherProcessAlive(process))
  }

  function decode(row: Row): StoredRun {
    const { status } = row
    if (status !== 'running' && status !== 'finished' && status !== 'interrupted') throw new DamagedRow('a run is not what was written')
    const id = String(row['id'])
    return {
      id,
      startedAt: Number(row['started_at']),
      finishedAt: row['finished_at'] === null ? null : Number(row['finished_at']),
      status,
      isAlive: isAlive(row),
      resume: parsed(String(row['resume'])),
      replies: Number(replies.get(id)?.['count']),
    }
  }

  return {
    begin(id, resume, now) {
      const before = one.get(id)
      if (before !== undefined && isAlive(before) && !mine.has(id)) return false
      const { pid, host } = thisProcess()
      begin.run(id, now, now, pid, host, resume)
      mine.add(id)
      partsHere.delete(id)
      return true
    },
    end(id, status, now) {
      end.run(status, now, now, id)
      if (status === 'finished') dropParts.run(id)
      mine.delete(id)
      partsHere.delete(id)
    },
    drop(id) {
      dropParts.run(id)
      drop.run(id)
    },
    part(id) {
      const known = partsHere.get(id)
      if (known !== undefined) return known
      const part = Number(addPart.run(id).lastInsertRowid)
      partsHere.set(id, part)
      uncommitted.add(id)
      return part
    },
    partHere: (id) => partsHere.get(id),
    parts: (id) => parts.all(id).map((row) => Number(row['id'])),
    get(id) {
      const row = one.get(id)
      return row === undefined ? undefined : decode(row)
    },
    unfinished: () => open.all().map(decode),
    spent: (touchedBefore) =>
      spent
        .all(touchedBefore)
        .filter((row) => !isAlive(row))
        .map((row) => String(row['id'])),
    onCommit: () => uncommitted.clear(),
    onRollback() {
      for (const id of uncommitted) partsHere.delete(id)
      uncommitted.clear()
    },
  }
}

function parsed(json: string): JsonValue {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new DamagedRow('a run is no JSON', { cause: error })
  }
}
