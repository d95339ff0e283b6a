import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Files of this process. Its id may have belonged to a killed process before, as after a container restart. */
const own = new Set<string>()

/** The hidden name of a temporary file beside the file that it will replace: `.report.json.<machine>-<process>-<random>.tmp`. */
export function temporarySibling(path: string): string {
  const name = `.${basename(path)}.${machine()}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  own.add(name)
  return join(dirname(path), name)
}

/** Removes temporary files of killed processes of this machine. What cannot be removed stays. */
export async function removeStaleSiblings(path: string): Promise<void> {
  const start = `.${basename(path)}.${machine()}-`
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(start) || own.has(name)) continue
    const pid = /^(\d{1,10})-[0-9a-f]{8}\.tmp$/.exec(name.slice(start.length))?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dirname(path), name), { force: true }).catch(() => undefined)
  }
}

/** Machines that share a folder use the same process ids. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
