import { AssayError } from '@assay/core'
import { forTerminal } from '@assay/reporters'
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
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.unusable
    if (!AssayError.is(error)) throw error
    process.stderr.write(`assay: ${forTerminal(error.message)}\n`)
    return error.kind === 'aborted' ? exitCode.interrupted : exitCode.unusable
  }
  return code
}
