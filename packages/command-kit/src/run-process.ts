import { exitCode } from './exit-code.ts'
import { leaveInTime } from './leave-in-time.ts'
import { sayAs } from './say-as.ts'
import { watchStandardStreams } from './standard-streams.ts'
import { hasStrayListener, strayErrorText, tellStrayListener, watchStrayErrors } from './stray-errors.ts'

/** Done, as far as the command could see. */
const DONE: ReadonlySet<number> = new Set([exitCode.ok, exitCode.gateFailed])

const STUCK =
  'it waits for something that can never come. A configuration, a judge, a metric or a column of your own awaits a promise that nothing settles.'

/**
 * Runs a command as this process, and ends it with the exit code of `work`. Every failure prints a sentence instead of a stack trace,
 * with an unambiguous code: an uncaught error, or work that can never end, is 3 if a run was active (it is ended in good order), else 2;
 * data that stdout did not accept is 2.
 */
export function runProcess(command: string, work: () => Promise<number>): void {
  const say = (message: string): void => sayAs(command, message)
  let ended: number | undefined
  const streams = watchStandardStreams()
  const strays = watchStrayErrors(say, () => {
    ended = ended === undefined ? exitCode.unusable : withFault(ended)
    process.exit(ended)
  })

  // The event loop is empty, but the work is not done: it can still be interrupted.
  process.once('beforeExit', () => {
    if (ended !== undefined) return
    say(`stopped: ${STUCK}`)
    if (!tellStrayListener(STUCK)) {
      ended = exitCode.unusable
      process.exitCode = ended
    }
  })
  process.once('exit', (code) => {
    if (ended !== undefined) return
    process.exitCode = hasStrayListener() ? exitCode.incomplete : exitCode.unusable
    say(`stopped: code of your own (a configuration, a judge, a metric, a column) ended the process with exit code ${code}.`)
  })

  async function end(code: number): Promise<void> {
    await streams.written()
    const fault = streams.fault()
    if (fault !== undefined && DONE.has(code)) say(fault)
    const own = fault !== undefined && DONE.has(code) ? exitCode.unusable : code
    ended = strays.count() > 0 ? withFault(own) : own
    leaveInTime(ended)
  }

  work().then(end, (error: unknown) => {
    say(strayErrorText(error))
    return end(exitCode.unusable)
  })
}

function withFault(code: number): number {
  return DONE.has(code) ? exitCode.incomplete : code
}
