import type { ReplyStore } from '../store/index.ts'

/** A store that looks at once, and takes some turns of the event loop to answer, each time more. */
export function lateStore(store: ReplyStore): ReplyStore {
  let lookUps = 0
  async function late<T>(found: T): Promise<Awaited<T>> {
    const known = await found
    for (let turns = 10 * lookUps++; turns >= 0; turns--) await new Promise(setImmediate)
    return known
  }
  return {
    ...store,
    journal(runId) {
      const journal = store.journal(runId)
      return { ...journal, find: (...asked) => late(journal.find(...asked)), vectors: (keys) => late(journal.vectors(keys)) }
    },
    lookup: (...asked) => late(store.lookup(...asked)),
    lookupVectors: (...asked) => late(store.lookupVectors(...asked)),
  }
}
