import type { JsonValue } from '@assay/core'
import type { KeptReply } from './kept-reply.ts'

/**
 * Replies kept on disk, in one file that several processes may use at once. Nothing here throws or rejects because of that file: where
 * it breaks, `onWarning` hears of it once, writes are given up, and what is still whole is read on.
 */
export type ReplyStore = {
  /** What keeps replies from being written, once something does. */
  readonly problem: () => StoreProblem | undefined
  /** What one run finds and keeps. Begin the run before anything is put. */
  readonly journal: (runId: string) => RunJournal
  /**
   * A reply that some run accepted; with `notBefore`, none that came before that time (milliseconds since 1970). A reader that now rejects
   * it should treat it as missing.
   */
  readonly lookup: (key: string, notBefore?: number) => KeptReply | undefined
  /** Shares a reply that no run of this store received. Resolves once it is committed, or given up. */
  readonly accept: (key: string, kept: KeptReply, o?: Pick<PutOptions, 'sentKey'>) => Promise<void>
  /** One for each key, in their order: `undefined` where there is none, or only one that came before `notBefore`. */
  readonly lookupVectors: (keys: readonly string[], notBefore?: number) => (readonly number[] | undefined)[]
  /** A vector without numbers is not kept. */
  readonly acceptVectors: (vectors: readonly KeptVector[]) => Promise<void>
  /** Begins a run, or takes it up again. `false` where a process that still lives has it: then it must not be resumed here. */
  readonly beginRun: (run: { readonly id: string; readonly resume: JsonValue }) => Promise<boolean>
  /** A finished run needs its journal no longer: it is deleted. Resolves once it is. */
  readonly endRun: (id: string, status: 'finished' | 'interrupted') => Promise<void>
  /** Of the runs that did not finish and that no living process has, the one that was begun or taken up last. */
  readonly lastUnfinishedRun: () => KeptRun | undefined
  readonly run: (id: string) => KeptRun | undefined
  /** All shared replies with their calls, in the order in which they came, a few at a time; under each of their keys, if they have several. */
  readonly replies: () => Iterable<{ readonly key: string; readonly kept: KeptReply }>
  readonly stats: () => StoreStats | undefined
  readonly prune: (options?: PruneOptions) => Promise<Pruned>
  /** Writes what is waiting, and lets go of the file. */
  readonly close: () => Promise<void>
}

export type RunJournal = {
  /** A reply of this run, whatever it was; with `notBefore`, else one that another run shares, as `lookup` gives it. */
  readonly find: (key: string, notBefore?: number) => FoundReply | undefined
  /** Resolves once the reply is committed, or given up. The later of two under one key counts. */
  readonly put: (key: string, kept: KeptReply, o?: PutOptions) => Promise<void>
  /** One for each key, in their order: `undefined` where there is none. */
  readonly vectors: (keys: readonly string[]) => (readonly number[] | undefined)[]
  /** Of a run that shares none. A vector without numbers is not kept. */
  readonly putVectors: (vectors: readonly KeptVector[]) => Promise<void>
}

/** `part`: put since the run was begun or taken up. `journal`: by an earlier part of the run. `store`: by another run. */
export type FoundReply = { readonly kept: KeptReply; readonly from: 'part' | 'journal' | 'store' }

export type PutOptions = {
  /** Whether other runs may have it: a reader accepted it. Default false: it serves its own run only. */
  readonly shared?: boolean | undefined
  /** That of the call as it was sent, where it is not the call that was asked: it finds the reply, too. */
  readonly sentKey?: string | undefined
}

export type KeptVector = { readonly key: string; readonly vector: readonly number[] }

export type StoreProblem = {
  /** `damaged`: not, or no longer, a store. `newer`: of a newer version of Assay. `unusable`: no room, no permission, and the like. */
  readonly kind: 'damaged' | 'newer' | 'unusable'
  /** What is wrong with which file, and what to do. */
  readonly message: string
}

export type KeptRun = {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly finishedAt: number | null
  /** `running` is also what a killed run leaves behind: see `isAlive`. */
  readonly status: 'running' | 'finished' | 'interrupted'
  /** Whether a living process has it. */
  readonly isAlive: boolean
  /** What was given to `beginRun`. */
  readonly resume: JsonValue
  /** How many replies its journal holds. */
  readonly replies: number
}

export type StoreStats = {
  readonly file: string
  /** On disk, the write-ahead log included. */
  readonly bytes: number
  /** By adapter, the most first. Adapters that differ in their fingerprint alone are counted together. */
  readonly adapters: readonly AdapterStats[]
  readonly vectors: number
  /** The last one first. */
  readonly unfinished: readonly KeptRun[]
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
  /** Deletes what is older: shared replies, vectors, and journals of unfinished runs. Left out, only what nothing can use any more. */
  readonly olderThanMs?: number | undefined
}

export type Pruned = { readonly replies: number; readonly vectors: number; readonly runs: number; readonly bytes: number }
