import { statSync } from 'node:fs'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Clock } from '@assay/core'
import { createHousekeeping, JOURNAL_AGE_MS } from './housekeeping.ts'
import { createKeyFilter } from './key-filter.ts'
import type { StoredReply } from './stored-reply.ts'
import type { FolderReplyStore, FoundReply, StoredVector, StoreProblem } from './reply-store.ts'
import { createReplyRows, type ReplyText } from './rows/reply-rows.ts'
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
/** How often an empty file is checked for data of another process. */
const SEEN_WITHIN_MS = 100

/** A pending reply, put by a run or by none. */
type Pending = { readonly stored: StoredReply; readonly run: string | undefined; readonly shared: boolean }

/** The store on an open database. @throws the error of SQLite for tables that are not as expected. */
export function createSqliteStore(database: DatabaseSync, { file, clock, onWarning }: SqliteStoreOptions): FolderReplyStore {
  const [replies, runs, vectors] = [createReplyRows(database), createRunRows(database), createVectorRows(database)]
  const commits = createGroupCommit({ database, onCommit: runs.onCommit, onRollback, onFailure: failed })
  const housekeeping = createHousekeeping(database, { write, replies, runs })
  /** Replies to be written, so that they are found before they are in the file. */
  const pending = new Map<string, Pending>()
  const version = database.prepare('PRAGMA data_version')
  const openedVersion = versionNow()
  /** Keys that were put here, while the file can hold no others. */
  let putHere = replies.isEmpty() ? createKeyFilter() : undefined
  let lookedAt = clock.now()
  let problem: StoreProblem | undefined
  let hasUnwritable = false
  let isClosed = false
  const opened = identityOf(file)
  let holdsRun = false

  function onRollback(): void {
    replies.onRollback()
    runs.onRollback()
  }

  function failed(error: unknown): void {
    if (problem !== undefined) return
    problem = storeProblem(file, error)
    onWarning(`${problem.message} The run goes on: replies are not stored from here on; intact replies are still used.`)
  }

  /** A deleted file that is open can still be used, but its data is lost. This is noticed only by checking. */
  function isGone(): boolean {
    if (problem !== undefined || !holdsRun || identityOf(file) === opened) return false
    problem = { kind: 'unusable', message: `${file} was deleted or moved while it was in use.` }
    onWarning(
      `${problem.message} No run will find the replies of this one, which cannot be resumed. Leave the folder alone until a run is over.`,
    )
    return true
  }

  /** Version of the file: it changes with writes of other processes. */
  function versionNow(): SQLOutputValue | undefined {
    return version.get()?.['data_version']
  }

  /** A new run over an empty store need not look for replies that cannot exist. */
  function mayHold(key: string): boolean {
    if (putHere === undefined || putHere.mayHold(key)) return true
    const now = clock.now()
    if (Math.abs(now - lookedAt) < SEEN_WITHIN_MS) return false
    lookedAt = now
    if (versionNow() !== openedVersion) putHere = undefined
    return putHere === undefined
  }

  /** Reads continue after a failure: the check sum of every row shows whether it is intact. */
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

  async function put(key: string, waiting: Pending, sentKey: string | undefined): Promise<void> {
    const { stored, run, shared } = waiting
    if (problem !== undefined || isClosed) return
    const text = textOf(stored)
    if (text === undefined) return
    const keys = sentKey === undefined ? [key] : [key, sentKey]
    for (const each of keys) {
      pending.set(each, waiting)
      putHere?.add(each)
    }
    await write(() => replies.put({ key, sentKey, part: run === undefined ? 0 : runs.part(run), shared }, text))
    for (const each of keys) if (pending.get(each) === waiting) pending.delete(each)
  }

  /** Looks only for keys that can exist. */
  function findIn(
    run: string,
    { key, earlier, notBefore }: { key: string; earlier: readonly number[]; notBefore?: number | undefined },
  ): FoundReply | undefined {
    if (!mayHold(key)) return undefined
    const here = runs.partHere(run)
    const parts = here !== undefined && replies.hasUnshared(here) ? [here, ...earlier] : earlier
    for (const part of parts) {
      const own = replies.findUnshared(key, part)
      if (own !== undefined) return { stored: own.stored, from: part === here ? 'part' : 'journal' }
    }
    const shared = replies.findShared(key)
    if (shared === undefined) return undefined
    const { stored, part } = shared
    if (part === here) return { stored, from: 'part' }
    if (earlier.includes(part)) return { stored, from: 'journal' }
    return notBefore !== undefined && stored.receivedAt >= Math.floor(notBefore) ? { stored, from: 'store' } : undefined
  }

  function textOf(stored: StoredReply): ReplyText | undefined {
    try {
      return replies.encode(stored, clock.now())
    } catch (error) {
      const { provider, modelId } = stored.adapter
      if (!hasUnwritable) onWarning(`A reply of ${provider}:${modelId} is not stored, since it is no JSON: ${messageOf(error)}.`)
      hasUnwritable = true
      return undefined
    }
  }

  function writeVectors(given: readonly StoredVector[]): Promise<void> {
    return write(() => {
      const now = Math.floor(clock.now())
      for (const { key, vector } of given) if (vector.length > 0) vectors.put(key, vector, now)
    })
  }

  return {
    problem: () => problem,
    journal(runId) {
      const earlier = read(() => runs.parts(runId)) ?? []
      return {
        find(key, notBefore) {
          const waiting = pending.get(key)
          if (waiting?.run === runId) return { stored: waiting.stored, from: 'part' }
          if (waiting?.shared === true && notBefore !== undefined) return { stored: waiting.stored, from: 'store' }
          return read(() => findIn(runId, { key, earlier, notBefore }))
        },
        put: (key, stored, { shared = false, sentKey } = {}) => put(key, { stored, run: runId, shared }, sentKey),
        vectors: (keys) => keys.map((key) => read(() => vectors.get(vectorKeyOfRun(runId, key), Number.MIN_SAFE_INTEGER))),
        putVectors: (given) => writeVectors(given.map(({ key, vector }) => ({ key: vectorKeyOfRun(runId, key), vector }))),
      }
    },
    lookup(key, notBefore = Number.MIN_SAFE_INTEGER) {
      const waiting = pending.get(key)
      const stored = waiting?.shared === true ? waiting.stored : read(() => (mayHold(key) ? replies.findShared(key) : undefined))?.stored
      return stored === undefined || (stored.receivedAt ?? Infinity) < Math.floor(notBefore) ? undefined : stored
    },
    accept: (key, stored, { sentKey } = {}) => put(key, { stored, run: undefined, shared: true }, sentKey),
    lookupVectors: (keys, notBefore = Number.MIN_SAFE_INTEGER) => keys.map((key) => read(() => vectors.get(key, Math.floor(notBefore)))),
    acceptVectors: writeVectors,
    async beginRun({ id, resume }) {
      let isBegun = true
      const json = JSON.stringify(resume)
      await write(() => {
        isBegun = runs.begin(id, json, Math.floor(clock.now()))
      })
      holdsRun ||= isBegun
      if (isBegun) await tidy(clock.now() - JOURNAL_AGE_MS)
      return isBegun
    },
    async endRun(id, status) {
      await write(() => runs.end(id, status, Math.floor(clock.now())))
      if (status !== 'finished') return
      await housekeeping.deleteVectorsOf(id)
      await housekeeping.deleteUnheld()
    },
    lastUnfinishedRun: () => read(() => runs.unfinished().find(({ isAlive }) => !isAlive)),
    run: (id) => (isGone() ? undefined : read(() => runs.get(id))),
    *replies() {
      // Page by page, so that no reader holds up the log.
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
      const deleted = await tidy(cutoff ?? clock.now() - JOURNAL_AGE_MS)
      if (cutoff !== undefined) {
        const old = await housekeeping.deleteOlder(cutoff)
        deleted.replies += old.replies
        deleted.vectors = old.vectors
      }
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

  async function tidy(touchedBefore: number) {
    const spent = problem === undefined ? (read(() => runs.spent(Math.floor(touchedBefore))) ?? []) : []
    await housekeeping.deleteRuns(spent)
    return { replies: await housekeeping.deleteUnheld(), vectors: 0, runs: spent.length }
  }
}

/** Of the file that a path names now. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
