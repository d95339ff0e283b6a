import type { JsonValue } from '@assay/core'
import type { StoredReply } from './stored-reply.ts'

/** What a read returns: a store on disk at once, a store on a server later. */
export type NowOrLater<T> = T | PromiseLike<T>

/** A shared reply under one of its keys. */
type ReplyEntry = { readonly key: string; readonly stored: StoredReply }

/**
 * Stored replies that several processes may use at once. The store of a folder never rejects; that of a server rejects once it is given up,
 * and the run is stopped.
 */
export type ReplyStore = {
  /** Why replies cannot be written, once that is so. */
  readonly problem: () => StoreProblem | undefined
  /** What one run finds and stores. Begin the run before the first put. */
  readonly journal: (runId: string) => RunJournal
  /**
   * A reply that a run accepted; with `notBefore`, none received before that time (milliseconds since 1970). A reader that now rejects it
   * should treat it as missing.
   */
  readonly lookup: (key: string, notBefore?: number) => NowOrLater<StoredReply | undefined>
  /** Shares a reply that no run of this store received. Resolves once it is committed, or cannot be written. */
  readonly accept: (key: string, stored: StoredReply, o?: Pick<PutOptions, 'sentKey'>) => Promise<void>
  /** One for each key, in their order: `undefined` if there is none, or only one received before `notBefore`. */
  readonly lookupVectors: (keys: readonly string[], notBefore?: number) => NowOrLater<FoundVectors>
  /** A vector without numbers is not stored. */
  readonly acceptVectors: (vectors: readonly StoredVector[]) => Promise<void>
  /** Begins a run, or resumes it. `false` if a living process has it: then it must not be resumed here. */
  readonly beginRun: (run: { readonly id: string; readonly resume: JsonValue }) => Promise<boolean>
  /** A finished run needs its journal no longer: it is deleted. Resolves after that. */
  readonly endRun: (id: string, status: 'finished' | 'interrupted') => Promise<void>
  /** The unfinished run without a living process that was begun or resumed last. */
  readonly lastUnfinishedRun: () => NowOrLater<StoredRun | undefined>
  readonly run: (id: string) => NowOrLater<StoredRun | undefined>
  /** All shared replies with their calls, in order of arrival, a few at a time; under each of their keys, if they have several. */
  readonly replies: () => Iterable<ReplyEntry> | AsyncIterable<ReplyEntry>
  readonly stats: () => NowOrLater<StoreStats | undefined>
  readonly prune: (options?: PruneOptions) => Promise<Pruned>
  /** Writes what is pending, and closes the file. */
  readonly close: () => Promise<void>
}

export type RunJournal = {
  /** A reply of this run, accepted or not; with `notBefore`, else one shared by another run, as `lookup` returns it. */
  readonly find: (key: string, notBefore?: number) => NowOrLater<FoundReply | undefined>
  /**
   * Of a store that processes on several machines use: asks before a call whether it is to be made here. Waits while another process makes it.
   * Whoever gets the call makes it, and then releases it. Without this function, every process makes its own calls.
   */
  readonly claim?: (key: string, notBefore: number) => Promise<Claim>
  /** Resolves once the reply is committed, or cannot be written. The later of two under one key counts. */
  readonly put: (key: string, stored: StoredReply, o?: PutOptions) => Promise<void>
  /** One for each key, in their order: `undefined` if there is none. */
  readonly vectors: (keys: readonly string[]) => NowOrLater<FoundVectors>
  /** Vectors of a run that shares none. A vector without numbers is not stored. */
  readonly putVectors: (vectors: readonly StoredVector[]) => Promise<void>
}

/**
 * The store of a folder: one file on disk, whose reads need no waiting. Nothing here throws or rejects because of that file: if it fails,
 * `onWarning` is called once, writing stops, and intact replies are still read.
 */
export type FolderReplyStore = Omit<
  ReplyStore,
  'journal' | 'lookup' | 'lookupVectors' | 'lastUnfinishedRun' | 'run' | 'replies' | 'stats'
> & {
  readonly journal: (runId: string) => FolderRunJournal
  readonly lookup: (key: string, notBefore?: number) => StoredReply | undefined
  readonly lookupVectors: (keys: readonly string[], notBefore?: number) => FoundVectors
  readonly lastUnfinishedRun: () => StoredRun | undefined
  readonly run: (id: string) => StoredRun | undefined
  readonly replies: () => Iterable<ReplyEntry>
  readonly stats: () => StoreStats | undefined
}

type FolderRunJournal = Omit<RunJournal, 'find' | 'vectors'> & {
  readonly find: (key: string, notBefore?: number) => FoundReply | undefined
  readonly vectors: (keys: readonly string[]) => FoundVectors
}

/** A reply that is there by now, or the right to make the call; the end of the right, which the reply that is put ends as well. */
type Claim = { readonly found: FoundReply } | { readonly release: () => Promise<void> }

/** `part`: put since the run was begun or resumed. `journal`: by an earlier part of the run. `store`: by another run. */
export type FoundReply = { readonly stored: StoredReply; readonly from: 'part' | 'journal' | 'store' }

export type PutOptions = {
  /** Whether other runs may use it: a reader accepted it. Default false: it serves its own run only. */
  readonly shared?: boolean | undefined
  /** The key of the call as sent, if that differs from the requested call: the reply is found by it, too. */
  readonly sentKey?: string | undefined
}

/** One for each key that was asked for, in their order. */
export type FoundVectors = readonly (readonly number[] | undefined)[]

export type StoredVector = { readonly key: string; readonly vector: readonly number[] }

export type StoreProblem = {
  /** `damaged`: not, or no longer, a store. `newer`: of a newer version of Assay. `unusable`: no space, no permission, and the like. */
  readonly kind: 'damaged' | 'newer' | 'unusable'
  /** What is wrong with which file, and what to do. */
  readonly message: string
}

export type StoredRun = {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly finishedAt: number | null
  /** `running` is also the state of a killed run: see `isAlive`. */
  readonly status: 'running' | 'finished' | 'interrupted'
  /** Whether a living process has it. */
  readonly isAlive: boolean
  /** The value that was passed to `beginRun`. */
  readonly resume: JsonValue
  /** How many replies its journal holds. */
  readonly replies: number
}

export type StoreStats = {
  readonly file: string
  /** On disk, the write-ahead log included. */
  readonly bytes: number
  /** By adapter, the most first. Adapters that differ only in their fingerprint are counted together. */
  readonly adapters: readonly AdapterStats[]
  readonly vectors: number
  /** The last one first. */
  readonly unfinished: readonly StoredRun[]
}

export type AdapterStats = {
  readonly provider: string
  readonly modelId: string
  /** Shared with all runs. */
  readonly stored: number
  /** In journals of runs, and not shared. */
  readonly journaled: number
  /** Of the shared ones, in milliseconds since 1970. */
  readonly oldest: number | null
  readonly newest: number | null
}

export type PruneOptions = {
  /** Deletes older data: shared replies, vectors, and journals of unfinished runs. Default: only what no run can use. */
  readonly olderThanMs?: number | undefined
}

export type Pruned = { readonly replies: number; readonly vectors: number; readonly runs: number; readonly bytes: number }
