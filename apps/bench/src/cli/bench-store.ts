import { AssayError, type JsonObject } from '@assay/core'
import { openReplyStore, type ReplyStore } from '@assay/runner'
import type { RunOptions } from './run-options.ts'

/** Where replies are kept: the folder that `assay` uses, too, so that neither pays twice. */
export const STORE_FOLDER = '.assay'

/** The store of a benchmark, opened when the first reply is asked for. A run is over only when its reports are written. */
export type BenchStore = {
  readonly open: () => Promise<ReplyStore>
  /** Whether something of a run is kept, so that it can be resumed. */
  readonly holds: (run: string) => Promise<boolean>
  readonly settle: (isWritten: boolean) => void
  readonly close: () => Promise<void>
}

export function createBenchStore(onWarning: (message: string) => void): BenchStore {
  let opened: Promise<ReplyStore> | undefined
  let ended: { readonly id: string; readonly status: 'finished' | 'interrupted' } | undefined
  let isWritten = false
  async function openOnce(): Promise<ReplyStore> {
    const store = await openReplyStore({ folder: STORE_FOLDER, onWarning })
    return {
      ...store,
      endRun(id, status) {
        ended = { id, status }
        return Promise.resolve()
      },
      async close() {
        if (ended !== undefined) await store.endRun(ended.id, isWritten ? ended.status : 'interrupted')
        await store.close()
      },
    }
  }
  return {
    open: () => (opened ??= openOnce()),
    holds: async (run) => (await opened)?.run(run) !== undefined,
    settle(written) {
      isWritten = written
    },
    close: async () => (await opened)?.close(),
  }
}

const COMMAND = 'assay-bench run'

/** What the store keeps of a run for whoever resumes it. */
export function resumeInfoOf(given: RunOptions): JsonObject {
  const options: JsonObject = JSON.parse(JSON.stringify({ ...given, resume: undefined, resumeRun: undefined }))
  return { command: COMMAND, options }
}

/**
 * The run that `--resume` means, with the options that began it under those given now.
 * @throws AssayError `config` where there is none, it is finished, another process has it, or another command began it.
 */
export async function resumedRun(
  given: RunOptions,
  store: BenchStore,
): Promise<{ readonly id: string; readonly options: RunOptions } | undefined> {
  const { resume, resumeRun, ...own } = given
  if (resume !== true && resumeRun === undefined) return undefined
  const replies = await store.open()
  const run = resumeRun === undefined ? replies.lastUnfinishedRun() : replies.run(resumeRun)
  if (run === undefined) {
    const which = resumeRun === undefined ? 'unfinished run' : `run ${resumeRun}`
    const why = replies.problem()?.message
    throw config(
      `There is no ${which} in ${STORE_FOLDER}${why === undefined ? '' : ` that could be read: ${why}`}. Leave --resume out to begin one.`,
    )
  }
  if (run.status === 'finished') throw config(`The run ${run.id} is finished: there is nothing to resume. Run it again without --resume.`)
  if (run.isAlive) throw config(`The run ${run.id} is being worked on by another process. Wait for it, or begin one of its own.`)
  const began = optionsFrom(run.resume)
  if (began === undefined) throw config(`The run ${run.id} was not begun by assay-bench. Name one that was, as in --resume=ID.`)
  // `cache` is there in any case: only when it was turned off now does it say something.
  const { cache, ...rest } = own
  return { id: run.id, options: { ...began, ...rest, ...(cache === false ? { cache } : {}) } }
}

function optionsFrom(kept: unknown): RunOptions | undefined {
  if (typeof kept !== 'object' || kept === null || !('command' in kept) || kept.command !== COMMAND || !('options' in kept))
    return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by this command, from options that were checked
  return kept.options as RunOptions
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
