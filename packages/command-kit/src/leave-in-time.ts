import { exitCode } from './exit-code.ts'

/** How long open work may continue: a telemetry SDK that sends its last spans, a socket that closes. */
const GRACE_MS = 1000

/**
 * The work is done: the process ends by itself, or soon. A user's timer, a connection that a server holds open, or an open standard input
 * must not hold it up.
 */
export function leaveInTime(code: number): void {
  process.exitCode = code
  setTimeout(() => {
    // `exit` waits forever for a thread that waits for a pipe to be opened. To a shell, a death by Ctrl-C is the same 130.
    if (code === exitCode.interrupted && isFileBusy()) process.kill(process.pid, 'SIGINT')
    else process.exit(code)
  }, GRACE_MS).unref()
}

function isFileBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}
