import { statSync } from 'node:fs'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Clock } from '@assay/core'
import { createHousekeeping, JOURNAL_AGE_MS } from './housekeeping.ts'
import { createKeyFilter } from './key-filter.ts'
import type { KeptReply } from './kept-reply.ts'
import type { FoundReply, KeptVector, ReplyStore, StoreProblem } from './reply-store.ts'
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
/** How soon it is seen that another process has put something into a file that was empty. */
const SEEN_WITHIN_MS = 100

/** A reply that a run put, or nobody did. */
type Pending = { readonly kept: KeptReply; readonly run: string | undefined; readonly shared: boolean }

/** The store on an open database. @throws the error of SQLite for tables that are not as they should be. */
export function createSqliteStore(database: DatabaseSync, { file, clock, onWarning }: SqliteStoreOptions): ReplyStore {
  const [replies, runs, vectors] = [createReplyRows(database), createRunRows(database), createVectorRows(database)]
  const commits = createGroupCommit({ database, onCommit: runs.onCommit, onRollback, onFailure: failed })
  const housekeeping = createHousekeeping(database, { write, replies, runs })
  /** What is on its way into the file, so that it is found before it is there. */
  const pending = new Map<string, Pending>()
  const version = database.prepare('PRAGMA data_version')
  const openedVersion = versionNow()
  /** What was put here, where nothing else can be in the file. */
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

  /** Of the file: it changes with what other processes write. */
  function versionNow(): SQLOutputValue | undefined {
    return version.get()?.['data_version']
  }

  /** A new run over an empty store need not look for what nobody can have put. */
  function mayHold(key: string): boolean {
    if (putHere === undefined || putHere.mayHold(key)) return true
    const now = clock.now()
    if (Math.abs(now - lookedAt) < SEEN_WITHIN_MS) return false
    lookedAt = now
    if (versionNow() !== openedVersion) putHere = undefined
    return putHere === undefined
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

  async function put(key: string, waiting: Pending, sentKey: string | undefined): Promise<void> {
    const { kept, run, shared } = waiting
    if (problem !== undefined || isClosed) return
    const text = textOf(kept)
    if (text === undefined) return
    const keys = sentKey === undefined ? [key] : [key, sentKey]
    for (const each of keys) {
      pending.set(each, waiting)
      putHere?.add(each)
    }
    await write(() => replies.put({ key, sentKey, part: run === undefined ? 0 : runs.part(run), shared }, text))
    for (const each of keys) if (pending.get(each) === waiting) pending.delete(each)
  }

  /** Only what can be there is looked for. */
  function findIn(
    run: string,
    { key, earlier, notBefore }: { key: string; earlier: readonly number[]; notBefore?: number | undefined },
  ): FoundReply | undefined {
    if (!mayHold(key)) return undefined
    const here = runs.partHere(run)
    const parts = here !== undefined && replies.hasUnshared(here) ? [here, ...earlier] : earlier
    for (const part of parts) {
      const own = replies.findUnshared(key, part)
      if (own !== undefined) return { kept: own.kept, from: part === here ? 'part' : 'journal' }
    }
    const shared = replies.findShared(key)
    if (shared === undefined) return undefined
    const { kept, part } = shared
    if (part === here) return { kept, from: 'part' }
    if (earlier.includes(part)) return { kept, from: 'journal' }
    return notBefore !== undefined && kept.receivedAt >= Math.floor(notBefore) ? { kept, from: 'store' } : undefined
  }

  function textOf(kept: KeptReply): ReplyText | undefined {
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
      const earlier = read(() => runs.parts(runId)) ?? []
      return {
        find(key, notBefore) {
          const waiting = pending.get(key)
          if (waiting?.run === runId) return { kept: waiting.kept, from: 'part' }
          if (waiting?.shared === true && notBefore !== undefined) return { kept: waiting.kept, from: 'store' }
          return read(() => findIn(runId, { key, earlier, notBefore }))
        },
        put: (key, kept, { shared = false, sentKey } = {}) => put(key, { kept, run: runId, shared }, sentKey),
        vectors: (keys) => keys.map((key) => read(() => vectors.get(vectorKeyOfRun(runId, key), Number.MIN_SAFE_INTEGER))),
        putVectors: (given) => writeVectors(given.map(({ key, vector }) => ({ key: vectorKeyOfRun(runId, key), vector }))),
      }
    },
    lookup(key, notBefore = Number.MIN_SAFE_INTEGER) {
      const waiting = pending.get(key)
      const kept = waiting?.shared === true ? waiting.kept : read(() => (mayHold(key) ? replies.findShared(key) : undefined))?.kept
      return kept === undefined || (kept.receivedAt ?? Infinity) < Math.floor(notBefore) ? undefined : kept
    },
    accept: (key, kept, { sentKey } = {}) => put(key, { kept, run: undefined, shared: true }, sentKey),
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

/** Of the file that a path names at present. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
