import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '@assay/core'
import { createHousekeeping, JOURNAL_AGE_MS } from './housekeeping.ts'
import type { KeptReply } from './kept-reply.ts'
import type { KeptVector, ReplyStore, StoreProblem } from './reply-store.ts'
import { createReplyRows, type ReplyRow } from './rows/reply-rows.ts'
import { createRunRows } from './rows/run-rows.ts'
import { createVectorRows, vectorKeyOfRun } from './rows/vector-rows.ts'
import { createGroupCommit } from './sqlite/group-commit.ts'
import { isBusy } from './sqlite/sqlite-failure.ts'
import { storeProblem } from './store-problem.ts'
import { bytesOf, storeStats } from './store-stats.ts'

export type SqliteStoreOptions = {
  readonly file: string
  readonly clock: Pick<Clock, 'now'>
  readonly onWarning: (message: string) => void
}

const PAGE = 100

/** The store on an open database. @throws the error of SQLite for tables that are not as they should be. */
export function createSqliteStore(database: DatabaseSync, { file, clock, onWarning }: SqliteStoreOptions): ReplyStore {
  const [replies, runs, vectors] = [createReplyRows(database), createRunRows(database), createVectorRows(database)]
  const { onCommit, onRollback } = replies
  const commits = createGroupCommit({ database, onCommit, onRollback, onFailure: failed })
  const housekeeping = createHousekeeping(database, { write, replies, runs })
  /** What is on its way into the file, so that it is found before it is there. */
  const pending = new Map<string, KeptReply>()
  let problem: StoreProblem | undefined
  let hasUnwritable = false
  let isClosed = false
  const opened = identityOf(file)
  let holdsRun = false

  function failed(error: unknown): void {
    if (problem !== undefined) return
    problem = storeProblem(file, error)
    onWarning(`${problem.message} The run goes on: replies are not kept from here on; those that are whole are still used.`)
  }

  /** An open file that is deleted can be used on, and nothing in it is ever found again. Only who looks hears of it. */
  function isGone(): boolean {
    if (problem !== undefined || !holdsRun || identityOf(file) === opened) return false
    problem = { kind: 'unusable', message: `${file} was deleted or moved while it was in use.` }
    onWarning(
      `${problem.message} No run will find the replies of this one, which cannot be resumed. Leave the folder alone until a run is over.`,
    )
    return true
  }

  /** Reads go on after a failure: every row says by its check sum whether it is whole. */
  function read<T>(from: () => T): T | undefined {
    if (isClosed) return undefined
    try {
      return from()
    } catch (error) {
      if (!isBusy(error)) failed(error)
      return undefined
    }
  }

  /** A file that failed is not written to again: it may be damaged. */
  async function write(apply: () => void): Promise<void> {
    if (problem === undefined && !isClosed) await commits.add(() => problem === undefined && apply())
  }

  async function keep(name: string, kept: KeptReply, into: (row: ReplyRow) => void): Promise<void> {
    if (problem !== undefined || isClosed) return
    const row = rowOf(kept)
    if (row === undefined) return
    pending.set(name, kept)
    await write(() => into(row))
    if (pending.get(name) === kept) pending.delete(name)
  }

  function rowOf(kept: KeptReply): ReplyRow | undefined {
    try {
      return replies.encode(kept, clock.now())
    } catch (error) {
      const { provider, modelId } = kept.adapter
      if (!hasUnwritable) onWarning(`A reply of ${provider}:${modelId} is not kept, since it is no JSON: ${messageOf(error)}.`)
      hasUnwritable = true
      return undefined
    }
  }

  function writeVectors(given: readonly KeptVector[]): Promise<void> {
    return write(() => {
      const now = Math.floor(clock.now())
      for (const { key, vector } of given) if (vector.length > 0) vectors.put(key, vector, now)
    })
  }

  return {
    problem: () => problem,
    journal(runId) {
      const newest = read(replies.newest) ?? 0
      return {
        get: (key) => pending.get(`journal ${runId} ${key}`) ?? read(() => replies.fromJournal(runId, key)),
        put: (key, kept) => keep(`journal ${runId} ${key}`, kept, (row) => replies.intoJournal(runId, key, row)),
        isNew: (kept) => replies.isAfter(kept, newest),
        vectors: (keys) => keys.map((key) => read(() => vectors.get(vectorKeyOfRun(runId, key), Number.MIN_SAFE_INTEGER))),
        putVectors: (given) => writeVectors(given.map(({ key, vector }) => ({ key: vectorKeyOfRun(runId, key), vector }))),
      }
    },
    lookup: (key, notBefore = Number.MIN_SAFE_INTEGER) =>
      pending.get(`store ${key}`) ?? read(() => replies.fromStore(key, Math.floor(notBefore))),
    accept: (key, kept) => keep(`store ${key}`, kept, (row) => replies.intoStore(key, row)),
    lookupVectors: (keys, notBefore = Number.MIN_SAFE_INTEGER) => keys.map((key) => read(() => vectors.get(key, Math.floor(notBefore)))),
    acceptVectors: writeVectors,
    async beginRun({ id, resume }) {
      let isBegun = true
      const json = JSON.stringify(resume)
      await write(() => {
        isBegun = runs.begin(id, json, Math.floor(clock.now()))
      })
      holdsRun ||= isBegun
      if (isBegun) await tidy(clock.now() - JOURNAL_AGE_MS, Number.MIN_SAFE_INTEGER)
      return isBegun
    },
    async endRun(id, status) {
      await write(() => runs.end(id, status, Math.floor(clock.now())))
      if (status === 'finished') await housekeeping.deleteJournal(id)
    },
    lastUnfinishedRun: () => read(() => runs.unfinished().find(({ isAlive }) => !isAlive)),
    run: (id) => (isGone() ? undefined : read(() => runs.get(id))),
    *replies() {
      // Page by page, so that no reading holds up the log.
      try {
        if (!isClosed) yield* replies.pages(PAGE)
      } catch (error) {
        failed(error)
      }
    },
    stats: () => read(() => storeStats(database, { file, runs })),
    async prune({ olderThanMs } = {}) {
      const before = bytesOf(file)
      read(housekeeping.check)
      const cutoff = olderThanMs === undefined ? undefined : Math.floor(clock.now() - olderThanMs)
      const deleted = await tidy(cutoff ?? clock.now() - JOURNAL_AGE_MS, cutoff ?? Number.MIN_SAFE_INTEGER)
      deleted.replies += (await housekeeping.deleteOrphans()).replies
      if (problem === undefined) read(housekeeping.shrink)
      return { ...deleted, bytes: before - bytesOf(file) }
    },
    async close() {
      await commits.settled()
      if (isClosed) return
      isGone()
      isClosed = true
      database.close()
    },
  }

  async function tidy(touchedBefore: number, receivedBefore: number) {
    const spentRuns = problem === undefined ? (read(() => runs.spent(Math.floor(touchedBefore))) ?? []) : []
    const spent = await housekeeping.deleteRuns(spentRuns)
    const old = await housekeeping.deleteOlder(receivedBefore)
    return { replies: spent.replies + old.replies, vectors: old.vectors, runs: spentRuns.length }
  }
}

/** Of the file that a path names at present. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
