import type { Clock } from '@assay/core'
import type { FoundReply, ReplyStore, RunJournal, StoredReply, StoredRun, StoreProblem } from '@assay/runner'
import { hostname } from 'node:os'
import type { Client } from 'pg'
import { collected } from './collected.ts'
import type { Database } from './connection/database.ts'
import type { StoreUrl } from './connection/store-url.ts'
import { createGroupCommit } from './group-commit.ts'
import { createHousekeeping, JOURNAL_AGE_MS } from './housekeeping.ts'
import { createLeases } from './leases.ts'
import { createLeaseRows } from './rows/lease-rows.ts'
import { createProcessRow } from './rows/process-row.ts'
import { createReplyRows, type FoundRow, type ReplyPut, type ReplyText } from './rows/reply-rows.ts'
import { createRunRows } from './rows/run-rows.ts'
import { createVectorRows } from './rows/vector-rows.ts'
import { tableStats } from './store-stats.ts'

export type PostgresStoreOptions = {
  readonly url: StoreUrl
  readonly clock: Pick<Clock, 'now'>
  readonly onWarning: (message: string) => void
  readonly listener: () => Client
}

const PAGE = 100
/** Keys looked up in one statement. */
const LOOK_UPS = 250
/** Of vectors that all runs share. */
const SHARED = ''

/** A pending reply, put by a run or by none. */
type Pending = { readonly stored: StoredReply; readonly run: string | undefined; readonly shared: boolean }
type Sought = { readonly key: string; readonly parts: readonly string[] }
type FoundStored = { readonly stored: StoredReply & { readonly receivedAt: number }; readonly part: string; readonly shared: boolean }

/** The store on tables of the newest format. */
export function createPostgresStore(database: Database, { url, clock, onWarning, listener }: PostgresStoreOptions): ReplyStore {
  const { schema } = url
  const channel = `assay_${schema}`
  const process = createProcessRow(database, schema)
  const replies = createReplyRows(database, schema)
  const runs = createRunRows(database, schema, process.idNow)
  const vectors = createVectorRows(database, schema)
  const housekeeping = createHousekeeping(database, schema, runs)
  const leaseRows = createLeaseRows(database, schema, channel)
  const leases = createLeases({ database, rows: leaseRows, holder: process.id, listener, channel, collected })
  /** Replies to be written, so that they are found before they are in the table. */
  const pending = new Map<string, Pending>()
  /** The part of each run that continues here, created with its first reply. */
  const partsHere = new Map<string, Promise<string>>()
  /** As they began here: what is said of a run when the database is gone. */
  const begunHere = new Map<string, StoredRun>()
  let hasUnwritable = false
  let hasDamage = false
  let isClosed = false

  const commits = createGroupCommit<ReplyPut>(
    async (puts) => {
      await replies.prepare(puts)
      const keys = puts.flatMap(({ key, sentKey }) => (sentKey === null ? [key] : [key, sentKey]))
      await database.transaction(async (query) => {
        await replies.put(query, puts)
        await leases.done(query, keys)
      })
      leases.ended(keys)
    },
    ({ key }) => key,
  )

  const findOf = collected(async (asks: readonly Sought[]) => {
    const parts = [...new Set(asks.flatMap((ask) => ask.parts))]
    const rows = await replies.find([...new Set(asks.map(({ key }) => key))], parts)
    const byKey = new Map<string, FoundRow[]>()
    for (const row of rows) {
      for (const key of row.sentKey === null ? [row.key] : [row.key, row.sentKey]) byKey.set(key, [...(byKey.get(key) ?? []), row])
    }
    return asks.map((ask) => chosen(byKey.get(ask.key) ?? [], ask))
  }, LOOK_UPS)

  /** The run's own, of the latest part first; else the shared one. If no call was requested in this form, the last one that was sent so. */
  function chosen(rows: readonly FoundRow[], { key, parts }: Sought): FoundStored | undefined {
    const under = (of: readonly FoundRow[]): FoundRow | undefined => of.find((row) => row.key === key) ?? of[0]
    for (const part of parts) {
      const own = under(rows.filter((row) => !row.shared && row.part === part))
      if (own !== undefined) return decoded(own)
    }
    const shared = under(rows.filter((row) => row.shared))
    return shared === undefined ? undefined : decoded(shared)
  }

  function decoded({ row, part, shared }: FoundRow): FoundStored | undefined {
    try {
      return { stored: replies.decode(row), part, shared }
    } catch (error) {
      if (!hasDamage) onWarning(`A reply in ${url.shown} is not what was written (${messageOf(error)}). Such replies are requested again.`)
      hasDamage = true
      return undefined
    }
  }

  function partOf(run: string): Promise<string> {
    const known = partsHere.get(run)
    if (known !== undefined) return known
    const part = runs.addPart(run)
    partsHere.set(run, part)
    return part
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

  async function put(key: string, waiting: Pending, sentKey: string | undefined): Promise<void> {
    const { stored, run, shared } = waiting
    if (isClosed) return
    const text = textOf(stored)
    if (text === undefined) return
    const keys = sentKey === undefined ? [key] : [key, sentKey]
    for (const each of keys) pending.set(each, waiting)
    try {
      const part = run === undefined ? '0' : await partOf(run)
      await commits.add({ key, sentKey: sentKey ?? null, part, shared, text })
    } finally {
      for (const each of keys) if (pending.get(each) === waiting) pending.delete(each)
    }
  }

  async function lookup(key: string, notBefore = Number.MIN_SAFE_INTEGER): Promise<StoredReply | undefined> {
    if (isClosed) return undefined
    const waiting = pending.get(key)
    const stored = waiting?.shared === true ? waiting.stored : (await findOf({ key, parts: [] }))?.stored
    return stored === undefined || (stored.receivedAt ?? Infinity) < Math.floor(notBefore) ? undefined : stored
  }

  function journal(run: string): RunJournal {
    let earlier: Promise<readonly string[]> | undefined

    async function find(key: string, notBefore?: number): Promise<FoundReply | undefined> {
      if (isClosed) return undefined
      const waiting = pending.get(key)
      if (waiting?.run === run) return { stored: waiting.stored, from: 'part' }
      if (waiting?.shared === true && notBefore !== undefined) return { stored: waiting.stored, from: 'store' }
      const before = await (earlier ??= runs.parts(run))
      const here = await partsHere.get(run)
      const found = await findOf({ key, parts: here === undefined ? before : [here, ...before.filter((part) => part !== here)] })
      if (found === undefined) return undefined
      const { stored, part } = found
      if (part === here) return { stored, from: 'part' }
      if (before.includes(part)) return { stored, from: 'journal' }
      return notBefore !== undefined && stored.receivedAt >= Math.floor(notBefore) ? { stored, from: 'store' } : undefined
    }

    return {
      find,
      put: (key, stored, { shared = false, sentKey } = {}) => put(key, { stored, run, shared }, sentKey),
      vectors: async (keys) => (isClosed ? keys.map(() => undefined) : vectors.find(run, keys, Number.MIN_SAFE_INTEGER)),
      putVectors: (given) => vectors.put(run, given, Math.floor(clock.now())),
      async claim(key, notBefore) {
        const isMine = await leases.take(key, Math.floor(notBefore))
        // Also after a lease was taken: the reply may have been committed, and its lease ended, after the statement began.
        const found = await find(key, notBefore)
        const release = async (): Promise<void> => {
          if (isMine) await leases.release(key)
        }
        if (found === undefined) return { release }
        await release()
        return { found }
      },
    }
  }

  return {
    problem(): StoreProblem | undefined {
      const failure = isClosed ? undefined : database.failure()
      return failure === undefined ? undefined : { kind: 'unusable', message: failure.message }
    },
    journal,
    lookup,
    accept: (key, stored, { sentKey } = {}) => put(key, { stored, run: undefined, shared: true }, sentKey),
    lookupVectors: async (keys, notBefore = Number.MIN_SAFE_INTEGER) =>
      isClosed ? keys.map(() => undefined) : vectors.find(SHARED, keys, Math.floor(notBefore)),
    acceptVectors: (given) => vectors.put(SHARED, given, Math.floor(clock.now())),
    async beginRun({ id, resume }) {
      const now = clock.now()
      const isBegun = await runs.begin({ id, resume: JSON.stringify(resume), process: await process.id(), now })
      if (!isBegun) return false
      partsHere.delete(id)
      begunHere.set(id, { id, startedAt: Math.floor(now), finishedAt: null, status: 'running', isAlive: true, resume, replies: 0 })
      await housekeeping.tidy(now - JOURNAL_AGE_MS)
      return true
    },
    async endRun(id, status) {
      // The database is gone: the run stays unfinished there, and free once its process is no longer heard of.
      if (database.failure() !== undefined) return
      const isOurs = await runs.end({ id, status, process: await process.id(), now: clock.now() })
      partsHere.delete(id)
      if (!isOurs || status !== 'finished') return
      begunHere.delete(id)
      await housekeeping.deleteVectorsOf(id)
      await housekeeping.deleteUnheld()
    },
    async lastUnfinishedRun() {
      // Of this machine: those of others are resumed where they began, or by their id.
      return (await runs.unfinished()).find(({ isAlive, host }) => !isAlive && host === hostname())
    },
    run: async (id) => (database.failure() === undefined ? runs.get(id) : begunHere.get(id)),
    async *replies() {
      if (!isClosed) yield* replies.pages(PAGE)
    },
    async stats() {
      if (isClosed) return undefined
      return { file: url.shown, ...(await tableStats(database, schema)), unfinished: await runs.unfinished() }
    },
    async prune({ olderThanMs } = {}) {
      const cutoff = olderThanMs === undefined ? undefined : Math.floor(clock.now() - olderThanMs)
      const tidied = await housekeeping.tidy(cutoff ?? clock.now() - JOURNAL_AGE_MS)
      const old = cutoff === undefined ? { replies: 0, vectors: 0 } : await housekeeping.deleteOlder(cutoff)
      // The space is used again for new rows; the server gives it back in its own time.
      return { replies: tidied.replies + old.replies, vectors: old.vectors, runs: tidied.runs, bytes: 0 }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await commits.settled()
      await leases.close()
      await process.leave()
      await database.close()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
