import type { ReplyStore } from '../store/reply-store.ts'

/** A store that says when it rejects what a run reads or writes. */
export function heard(store: ReplyStore, onLost: (error: unknown) => void): ReplyStore {
  function hear<T>(work: T): T {
    if (work instanceof Promise) work.catch(onLost)
    return work
  }

  return {
    ...store,
    journal(runId) {
      const journal = store.journal(runId)
      const { claim } = journal
      return {
        find: (...given) => hear(journal.find(...given)),
        ...(claim === undefined ? {} : { claim: (...given) => hear(claim(...given)) }),
        put: (...given) => hear(journal.put(...given)),
        vectors: (keys) => hear(journal.vectors(keys)),
        putVectors: (vectors) => hear(journal.putVectors(vectors)),
      }
    },
    lookupVectors: (...given) => hear(store.lookupVectors(...given)),
    acceptVectors: (vectors) => hear(store.acceptVectors(vectors)),
    beginRun: (run) => hear(store.beginRun(run)),
  }
}
