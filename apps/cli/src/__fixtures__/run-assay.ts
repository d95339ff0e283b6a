import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { importByNode, runInProcess } from '@assay/testkit'

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url))

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

type Surroundings = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

type Signalled = Surroundings & { readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void }

/** The default folder of the command, where it stores replies. */
const elsewhere = mkdtempSync(join(tmpdir(), 'assay-cli-'))
process.once('exit', () => rmSync(elsewhere, { recursive: true, force: true }))

/** Runs the command in this process, on the sources of all packages; in its own process if a test sends it a signal. */
export async function runAssay(args: readonly string[], o: Signalled = {}): Promise<Ran> {
  if (o.onStart !== undefined) return runAssayProcess(args, o)
  // Loaded by Node, as for users: configurations in code are imported by Node as well, and their errors are Node's.
  const { main } = await importByNode<typeof import('../main.ts')>(new URL('../main.ts', import.meta.url))
  return runInProcess(main, args, { cwd: o.cwd ?? elsewhere, env: environment(o) })
}

/** Runs the command as its own process, as a shell would: for tests of start, interruption and exit. */
export async function runAssayProcess(args: readonly string[], o: Signalled = {}): Promise<Ran> {
  const child = spawn(process.execPath, ['--conditions=@assay/source', bin, ...args], {
    cwd: o.cwd ?? elsewhere,
    env: environment(o),
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

function environment({ env }: Surroundings): Record<string, string | undefined> {
  const { PATH, HOME } = process.env
  return { PATH, HOME, NODE_NO_WARNINGS: '1', ...env }
}
