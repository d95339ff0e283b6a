import type { ReplyStore } from '@assay/runner'
import { STORE_FOLDER, type StorePlace, storePlace } from './store-place.ts'

/** The store of a run, opened for the first reply, and closed only if it was. */
export type RunStore = {
  readonly place: StorePlace
  readonly open: () => Promise<ReplyStore>
  /** Whether something of a run is stored, so that it can be resumed. */
  readonly holds: (run: string) => Promise<boolean>
  /** Whether all output of the run is written: only then is its journal needed no longer. Called before `close`. */
  readonly settle: (isWritten: boolean) => void
  readonly close: () => Promise<void>
}

export function createRunStore(onWarning: (message: string) => void, place: StorePlace = storePlace(STORE_FOLDER)): RunStore {
  let opened: Promise<ReplyStore> | undefined
  const ended = new Map<string, 'finished' | 'interrupted'>()
  let isWritten = false

  /**
   * A run that is over may still lose its report: its status is known only when that is written. A command may evaluate several times,
   * under one run or several: each is finished if all are, and else all can be resumed.
   */
  const endRun: ReplyStore['endRun'] = (id, status) => {
    ended.set(id, ended.get(id) === 'interrupted' ? 'interrupted' : status)
    return Promise.resolve()
  }

  async function openOnce(): Promise<ReplyStore> {
    const store = await place.open(onWarning)
    return {
      ...store,
      endRun,
      async close() {
        const isWhole = isWritten && !Array.from(ended.values()).includes('interrupted')
        for (const id of ended.keys()) await store.endRun(id, isWhole ? 'finished' : 'interrupted')
        await store.close()
      },
    }
  }

  return {
    place,
    open: () => (opened ??= openOnce()),
    holds: async (run) => (await (await opened)?.run(run)) !== undefined,
    settle(written) {
      isWritten = written
    },
    close: async () => (await opened)?.close(),
  }
}
