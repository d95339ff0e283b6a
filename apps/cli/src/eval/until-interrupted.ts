import { AssayError } from '@assay/core'

/** Runs `work` under a signal that Ctrl-C and SIGTERM fire. What was computed until then is still written. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = (): void => {
    controller.abort(new AssayError({ kind: 'aborted', message: 'Interrupted. Rows not begun were left out.' }))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}
