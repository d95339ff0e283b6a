import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs `assay-bench` as a process of its own, as a shell would, on the sources of all packages. */
export async function runBenchCommand(args: readonly string[], o: { readonly cwd: string; readonly env?: Record<string, string> }): Promise<Ran> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--conditions=@assay/source', bin, ...args], {
    cwd: o.cwd,
    env: { PATH, HOME, NODE_NO_WARNINGS: '1', ...o.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    }),
  ])
  return { code, out, err }
}
