import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/**
 * Runs a command with nothing of this process's environment but where programs are: neither keys nor what npm tells its scripts. `node` is
 * the one of this repository.
 */
export async function run(command: string, args: readonly string[], o: { cwd: string; env?: Record<string, string> }): Promise<Ran> {
  const { PATH = '' } = process.env
  const child = spawn(command, args, {
    cwd: o.cwd,
    env: { PATH: `${dirname(process.execPath)}:${PATH}`, HOME: o.cwd, NO_COLOR: '1', ...o.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    }),
  ])
  return { code, out, err }
}

/** The same where it must end well. @throws Error with all that it printed. */
export async function runWell(command: string, args: readonly string[], o: { cwd: string; env?: Record<string, string> }): Promise<string> {
  const { code, out, err } = await run(command, args, o)
  if (code === 0) return out
  throw new Error(`${command} ${args.join(' ')} ended with ${code}.\n${out}\n${err}`)
}
