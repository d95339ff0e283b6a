import { exitCode } from './exit-code.ts'
import { leaveInTime } from './leave-in-time.ts'
import { sayAs } from './say-as.ts'
import { watchStandardStreams } from './standard-streams.ts'
import { hasStrayListener, strayErrorText, watchStrayErrors } from './stray-errors.ts'

/** Done, as far as the command could see. */
const DONE: ReadonlySet<number> = new Set([exitCode.ok, exitCode.gateFailed])

/**
 * Runs a command as this process, and ends it with the exit code that `work` gives. Whatever goes wrong, there is a sentence and no
 * trace, and the code is none that means something else: an error that nobody caught is 3 where a run was under way, else 2; so is work
 * that can never end; what stdout did not take is 2.
 */
export function runProcess(command: string, work: () => Promise<number>): void {
  const say = (message: string): void => sayAs(command, message)
  let isOver = false
  const streams = watchStandardStreams()
  const strays = watchStrayErrors(say, () => {
    isOver = true
    process.exit(exitCode.unusable)
  })
  process.once('exit', () => {
    if (isOver) return
    const code = hasStrayListener() ? exitCode.incomplete : exitCode.unusable
    process.exitCode = code
    if (strays.count() === 0)
      say(
        'stopped: it waits for something that can never come. A configuration, a judge or a column of your own awaits a promise that nothing settles.',
      )
  })

  async function end(code: number): Promise<void> {
    await streams.written()
    isOver = true
    const fault = streams.fault()
    if (fault !== undefined && DONE.has(code)) say(fault)
    const own = fault !== undefined && DONE.has(code) ? exitCode.unusable : code
    leaveInTime(strays.count() > 0 && DONE.has(own) ? exitCode.incomplete : own)
  }

  work().then(end, (error: unknown) => {
    say(strayErrorText(error))
    return end(exitCode.unusable)
  })
}
