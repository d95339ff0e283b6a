import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Those that this process made: its number may have been another's before, as after each start of a container. */
const own = new Set<string>()

/** A name beside a file for what will take its place, hidden: `.report.json.<machine>-<process>-<random>.tmp`. */
export function temporarySibling(path: string): string {
  const name = `.${basename(path)}.${machine()}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  own.add(name)
  return join(dirname(path), name)
}

/** Removes what processes of this machine that were killed have left beside a file. What cannot be removed stays. */
export async function removeStaleSiblings(path: string): Promise<void> {
  const start = `.${basename(path)}.${machine()}-`
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(start) || own.has(name)) continue
    const pid = /^(\d{1,10})-[0-9a-f]{8}\.tmp$/.exec(name.slice(start.length))?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dirname(path), name), { force: true }).catch(() => undefined)
  }
}

/** Other machines share folders, and give out the same numbers. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
