import { AssayError } from '@assay/core'
import { onStrayError } from './stray-errors.ts'

/** Ctrl-C, a polite kill, and a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Signals of the user's interruptions: the first one fires `finish`, the second one `now`. The third ends the process immediately. */
export type Interruption = {
  /** Calls in flight are finished, and everything is written. */
  readonly finish: AbortSignal
  /** Calls in flight are aborted; computed results are still written. */
  readonly now: AbortSignal
  /** Whether the user stopped the work, and not an uncaught error. */
  readonly isByUser: () => boolean
}

/**
 * Runs `work` under signals that Ctrl-C, SIGTERM and SIGHUP fire, and uncaught errors.
 * @param leftOut What an interruption leaves out, in a sentence.
 */
export async function untilInterrupted<T>(
  work: (interruption: Interruption) => Promise<T>,
  { say, leftOut }: { readonly say: (message: string) => void; readonly leftOut: string },
): Promise<T> {
  const [finish, now] = [new AbortController(), new AbortController()]
  let isByUser = false
  const interrupt = (name: NodeJS.Signals): void => {
    if (now.signal.aborted) {
      unlisten()
      process.kill(process.pid, name)
      return
    }
    const error = new AssayError({ kind: 'aborted', message: `Interrupted. ${leftOut}` })
    if (finish.signal.aborted) {
      now.abort(error)
      return
    }
    isByUser = true
    finish.abort(error)
    say('interrupted: finishing the calls in flight; once more stops at once')
  }
  const stopListening = onStrayError((message) => {
    const error = new AssayError({
      kind: 'config',
      message: `Stopped: ${message} ${leftOut}`,
    })
    finish.abort(error)
    now.abort(error)
  })
  function unlisten(): void {
    stopListening()
    for (const name of SIGNALS) process.off(name, interrupt)
  }
  for (const name of SIGNALS) process.on(name, interrupt)
  try {
    return await work({ finish: finish.signal, now: now.signal, isByUser: () => isByUser })
  } finally {
    unlisten()
  }
}
