import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url))

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Where the command runs unless a test says otherwise: it keeps replies in the folder it runs in. */
const elsewhere = mkdtempSync(join(tmpdir(), 'assay-cli-'))
process.once('exit', () => rmSync(elsewhere, { recursive: true, force: true }))

/** Runs the command as a process of its own, as a shell would, on the sources of all packages. */
export async function runAssay(
  args: readonly string[],
  o: { cwd?: string; env?: Record<string, string>; onStart?: (kill: (signal: NodeJS.Signals) => void) => void } = {},
): Promise<Ran> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--conditions=@assay/source', bin, ...args], {
    cwd: o.cwd ?? elsewhere,
    env: { PATH, HOME, NODE_NO_WARNINGS: '1', ...o.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  o.onStart?.((signal) => child.kill(signal))
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    }),
  ])
  return { code, out, err }
}
