import { runCommandLine } from '@assay/command-kit'
import { createProgram } from './program.ts'

/** Runs one command line (without `node` and the script) to its end and gives the exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommandLine('assay-bench', args, createProgram)
}
