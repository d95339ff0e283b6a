import { hostname } from 'node:os'

/** How a process is recognised later: its number, on its machine. */
export type ProcessMark = { readonly pid: number; readonly host: string }

export function thisProcess(): ProcessMark {
  return { pid: process.pid, host: hostname() }
}

/** Whether another process lives. One of another machine, or container, cannot be asked and counts as gone. */
export function isOtherProcessAlive({ pid, host }: ProcessMark): boolean {
  // Our own number on a mark that we did not set: it was given out again, as after every start of a container.
  if (host !== hostname() || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
