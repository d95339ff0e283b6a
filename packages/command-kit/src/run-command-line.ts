import { AssayError } from '@assay/core'
import { type Command, CommanderError } from 'commander'
import { exitCode } from './exit-code.ts'
import { sayAs } from './say-as.ts'

/**
 * Runs one command line (without `node` and the script) to its end and returns the exit code. An AssayError is printed as a sentence; any
 * other error is a fault in code.
 * @param name The user's name for the command.
 * @param createProgram Its commands pass their exit code to `ended`.
 */
export async function runCommandLine(
  name: string,
  args: readonly string[],
  createProgram: (ended: (code: number) => void, args: readonly string[]) => Command | Promise<Command>,
): Promise<number> {
  let code: number = exitCode.ok
  try {
    const program = await createProgram((ended) => {
      code = ended
    }, args)
    await program.parseAsync(args.flatMap(withRunId), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.unusable
    if (!AssayError.is(error)) throw error
    sayAs(name, error.message)
    return error.kind === 'aborted' ? exitCode.interrupted : exitCode.unusable
  }
  return code
}

/** `--resume=ID` names a run; `--resume` alone is the last one, and the next argument is no id but a data file. */
function withRunId(arg: string): string[] {
  return arg.startsWith('--resume=') ? ['--resume-run', arg.slice('--resume='.length)] : [arg]
}
