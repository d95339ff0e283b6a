import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Child = {
  /** Its output and exit, once it has ended. */
  readonly ended: Promise<{ readonly out: string; readonly err: string; readonly code: number | null }>
  readonly kill: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void
}

/** Runs a fixture of this folder as its own process, on the sources of all packages. */
export function startChild(script: string, args: readonly string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@assay/source', path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  return {
    ended: Promise.all([text(child.stdout), text(child.stderr), exit]).then(([out, err, code]) => ({ out, err, code })),
    kill: (signal) => child.kill(signal),
  }
}
