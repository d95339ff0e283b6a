import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Child = {
  readonly pid: number
  /** What it printed and how it ended, once it has. */
  readonly ended: Promise<{ readonly out: string; readonly err: string; readonly code: number | null }>
  /** Resolves with all it has printed as soon as that holds so many lines. */
  readonly printed: (lines: number) => Promise<string>
  readonly kill: () => void
}

/** Runs a fixture of this folder as a process of its own, on the sources of all packages, as a shell would with `prefix` before it. */
export function startChild(script: string, args: readonly string[], { prefix = [] }: { prefix?: readonly string[] } = {}): Child {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [command = '', ...rest] = [...prefix, process.execPath, '--conditions=@assay/source', path, ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  const ended = Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    }),
  ]).then(([err, code]) => ({ out, err, code }))
  return {
    pid: child.pid ?? 0,
    ended,
    printed: (lines) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (out.split('\n').length > lines) resolve(out)
        }
        child.stdout.on('data', look)
        child.on('close', () => resolve(out))
        look()
      }),
    kill: () => child.kill('SIGKILL'),
  }
}
