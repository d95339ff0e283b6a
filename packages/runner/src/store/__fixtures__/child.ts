import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Child = {
  readonly pid: number
  /** Its output and exit, once it has ended. */
  readonly ended: Promise<{ readonly out: string; readonly err: string; readonly code: number | null }>
  /** Resolves with the output so far once it has this many lines. */
  readonly printed: (lines: number) => Promise<string>
  readonly kill: () => void
}

/** Runs a fixture of this folder as its own process, on the sources of all packages, with `prefix` before the command. */
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
