import { fileURLToPath } from 'node:url'
import type * as Command from '../apps/cli/src/main.ts'
import { type CommandOutcome, importByNode, runInProcess } from '@assay/testkit'

/** The folder of this repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs the `assay` command in this process, on the sources of all packages, without a key. */
export async function runAssay(args: readonly string[], cwd: string = root): Promise<CommandOutcome> {
  const { main } = await importByNode<typeof Command>(new URL('../apps/cli/src/main.ts', import.meta.url))
  const { PATH, HOME } = process.env
  return runInProcess(main, args, { cwd, env: { PATH, HOME, LANG: 'C.UTF-8' } })
}
