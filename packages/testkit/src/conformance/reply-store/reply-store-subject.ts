import type { JsonValue, LLMAdapter, LLMCall, LLMReply } from '@assay/core'

/** A store of replies as the checks use it: what `ReplyStore` of @assay/runner is, said again, since this package stands below it. */
export type StoreSubject = {
  readonly problem: () => { readonly message: string } | undefined
  readonly journal: (runId: string) => JournalSubject
  readonly lookup: (key: string, notBefore?: number) => Later<StoredSubject | undefined>
  readonly accept: (key: string, stored: StoredSubject, o?: { readonly sentKey?: string | undefined }) => Promise<void>
  readonly lookupVectors: (keys: readonly string[], notBefore?: number) => Later<readonly (readonly number[] | undefined)[]>
  readonly acceptVectors: (vectors: readonly VectorSubject[]) => Promise<void>
  readonly beginRun: (run: { readonly id: string; readonly resume: JsonValue }) => Promise<boolean>
  readonly endRun: (id: string, status: 'finished' | 'interrupted') => Promise<void>
  readonly lastUnfinishedRun: () => Later<{ readonly id: string } | undefined>
  readonly run: (id: string) => Later<object | undefined>
  readonly replies: () => Iterable<EntrySubject> | AsyncIterable<EntrySubject>
  readonly stats: () => Later<StatsSubject | undefined>
  readonly prune: (options?: { readonly olderThanMs?: number | undefined }) => Promise<PrunedSubject>
  readonly close: () => Promise<void>
}

export type StoredSubject = {
  readonly reply: LLMReply
  readonly draw: number
  readonly latencyMs: number
  readonly attempts: number
  readonly call?: LLMCall | undefined
  readonly adapter: Pick<LLMAdapter, 'provider' | 'modelId' | 'capabilities' | 'fingerprint'>
  readonly receivedAt?: number | undefined
}

/** Stores that share their replies, each with its own clock: opened again, as by another process. */
export type StoreMaker = (options?: { readonly now?: (() => number) | undefined }) => Promise<{
  readonly store: StoreSubject
  readonly warnings: readonly string[]
}>

type Later<T> = T | PromiseLike<T>
type EntrySubject = { readonly key: string; readonly stored: StoredSubject }
type VectorSubject = { readonly key: string; readonly vector: readonly number[] }
type PrunedSubject = { readonly replies: number; readonly vectors: number; readonly runs: number }
type StatsSubject = {
  readonly adapters: readonly { readonly stored: number; readonly journaled: number }[]
  readonly vectors: number
  readonly unfinished: readonly { readonly id: string }[]
}

type JournalSubject = {
  readonly find: (key: string, notBefore?: number) => Later<{ readonly stored: StoredSubject; readonly from: string } | undefined>
  readonly put: (
    key: string,
    stored: StoredSubject,
    o?: { readonly shared?: boolean | undefined; readonly sentKey?: string | undefined },
  ) => Promise<void>
  readonly vectors: (keys: readonly string[]) => Later<readonly (readonly number[] | undefined)[]>
  readonly putVectors: (vectors: readonly VectorSubject[]) => Promise<void>
}
