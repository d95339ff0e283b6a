import { lstatSync } from 'node:fs'
import { configError } from '@assay/core'

/** @throws AssayError `config` where files are there already, and may not be written over; a link that leads nowhere is one. */
export function refuseOverwrite(paths: readonly string[], force: boolean): void {
  const there = force ? [] : paths.filter(isThere)
  if (there.length === 0) return
  const [are, them] = there.length === 1 ? ['is', 'it'] : ['are', 'them']
  throw configError(`There ${are} ${there.join(' and ')} already. Move ${them}, or pass --force.`)
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Something on the way is no folder: whoever writes is told.
    return false
  }
}
