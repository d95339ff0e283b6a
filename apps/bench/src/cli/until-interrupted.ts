import { AssayError } from '@assay/core'
import { say } from './say.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What the user's wish to stop fires: the first one `finish`, the second one `now`. */
export type Interruption = {
  /** Questions in flight come to their end, and everything is written. */
  readonly finish: AbortSignal
  /** Calls in flight are given up. */
  readonly now: AbortSignal
}

/** Runs `work` under signals that Ctrl-C, SIGTERM and SIGHUP fire. */
export async function untilInterrupted<T>(work: (interruption: Interruption) => Promise<T>): Promise<T> {
  const [finish, now] = [new AbortController(), new AbortController()]
  const interrupt = (): void => {
    const error = new AssayError({ kind: 'aborted', message: 'Interrupted. Questions not begun were left out.' })
    if (finish.signal.aborted) {
      now.abort(error)
      return
    }
    finish.abort(error)
    say('interrupted: finishing the calls in flight; once more stops at once')
  }
  for (const name of SIGNALS) process.on(name, interrupt)
  try {
    return await work({ finish: finish.signal, now: now.signal })
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt)
  }
}
