import { AssayError } from '@assay/core'
import { forTerminal, harmlessLine } from '@assay/reporters'
import { CommanderError } from 'commander'
import { exitCode } from './exit-code.ts'
import { createProgram } from './program.ts'

/** Runs one command line (without `node` and the script) to its end and gives the exit code. Nothing is thrown at the user. */
export async function main(args: readonly string[]): Promise<number> {
  let code: number = exitCode.ok
  const program = createProgram((ended) => {
    code = ended
  })
  try {
    await program.parseAsync(withRunId(args), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.unusable
    if (!AssayError.is(error)) throw error
    const lines = error.message.split('\n').map((line) => harmlessLine(forTerminal(line)))
    process.stderr.write(`assay: ${lines.join('\n       ')}\n`)
    return error.kind === 'aborted' ? exitCode.interrupted : exitCode.unusable
  }
  return code
}

/** `--resume=ID` names a run; `--resume` alone is the last one, and what stands behind it is no id but a data file. */
function withRunId(args: readonly string[]): string[] {
  return args.flatMap((arg) => (arg.startsWith('--resume=') ? ['--resume-run', arg.slice('--resume='.length)] : [arg]))
}
