import { hostname } from 'node:os'

/** Identifies a process later: its number, and its machine. */
export type ProcessMark = { readonly pid: number; readonly host: string }

export function thisProcess(): ProcessMark {
  return { pid: process.pid, host: hostname() }
}

/** Whether another process is alive. One on another machine, or in another container, cannot be checked and counts as dead. */
export function isOtherProcessAlive({ pid, host }: ProcessMark): boolean {
  // Our own number on a mark that we did not set: the number was reused, as after every start of a container.
  if (host !== hostname() || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is alive, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
