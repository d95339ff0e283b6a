import { type CommandOutcome, importByNode, runInProcess } from '@assay/testkit'

export type Ran = CommandOutcome

/** Runs `assay-bench` in this process, on the sources of all packages. */
export async function runBenchCommand(args: readonly string[], o: { readonly cwd: string; readonly env?: Record<string, string> }): Promise<Ran> {
  const { PATH, HOME } = process.env
  // Node loads it, as it does for users.
  const { main } = await importByNode<typeof import('../main.ts')>(new URL('../main.ts', import.meta.url))
  return runInProcess(main, args, { cwd: o.cwd, env: { PATH, HOME, ...o.env } })
}
