import { AssayError } from '@assay/core'
import { CommanderError } from 'commander'
import { exitCode } from './exit-code.ts'
import { createProgram } from './program.ts'
import { say } from './say.ts'

/** Runs one command line (without `node` and the script) to its end and gives the exit code. Nothing is thrown at the user. */
export async function main(args: readonly string[]): Promise<number> {
  let code: number = exitCode.ok
  const program = createProgram((ended) => {
    code = ended
  })
  try {
    await program.parseAsync(args.flatMap(withRunId), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.unusable
    if (!AssayError.is(error)) throw error
    say(error.message)
    return error.kind === 'aborted' ? exitCode.interrupted : exitCode.unusable
  }
  return code
}

/** `--resume=ID` names a run; `--resume` alone is the last one. */
function withRunId(arg: string): string[] {
  return arg.startsWith('--resume=') ? ['--resume-run', arg.slice('--resume='.length)] : [arg]
}
