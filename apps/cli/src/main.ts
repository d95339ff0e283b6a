import { beforeCode } from '@assay/catalog'
import { runCommandLine } from '@assay/command-kit'
import { createProgram } from './program.ts'
import { shareLibrary } from './share-library.ts'

/** Runs one command line (without `node` and the script) to its end and gives the exit code. */
export function main(args: readonly string[]): Promise<number> {
  beforeCode(shareLibrary)
  return runCommandLine('assay', args, createProgram)
}
