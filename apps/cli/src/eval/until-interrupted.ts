import { AssayError } from '@assay/core'

/** Ctrl-C, a polite kill, and a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs `work` under a signal that Ctrl-C, SIGTERM and SIGHUP fire. What was computed until then is still written. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = (): void => {
    controller.abort(new AssayError({ kind: 'aborted', message: 'Interrupted. Rows not begun were left out.' }))
  }
  for (const name of SIGNALS) process.on(name, interrupt)
  try {
    return await work(controller.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt)
  }
}
