import { AssayError } from '@assay/core'
import { type Command, CommanderError } from 'commander'
import { exitCode } from './exit-code.ts'
import { sayAs } from './say-as.ts'

/**
 * Runs one command line (without `node` and the script) to its end and gives the exit code. An AssayError is told in a sentence; what
 * else is thrown is a fault of somebody's code.
 * @param name As the user knows the command.
 * @param createProgram Its commands hand their exit code to `ended`.
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

/** `--resume=ID` names a run; `--resume` alone is the last one, and what stands behind it is no id but a data file. */
function withRunId(arg: string): string[] {
  return arg.startsWith('--resume=') ? ['--resume-run', arg.slice('--resume='.length)] : [arg]
}
