import { exitCode } from './exit-code.ts'

/** So long what is still open may go on: a telemetry SDK that sends its last spans, a socket that closes. */
const GRACE_MS = 1000

/**
 * The work is done: the process ends by itself, or soon. A timer of the user's own, a connection that a server keeps open or a standard
 * input that nobody closes must not hold it.
 */
export function leaveInTime(code: number): void {
  process.exitCode = code
  setTimeout(() => {
    // A thread that waits for a pipe to be opened is waited for by `exit`, without end. To a shell, a death by Ctrl-C is the same 130.
    if (code === exitCode.interrupted && isFileBusy()) process.kill(process.pid, 'SIGINT')
    else process.exit(code)
  }, GRACE_MS).unref()
}

function isFileBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}
