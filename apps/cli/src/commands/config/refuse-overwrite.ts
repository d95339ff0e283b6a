import { lstatSync } from 'node:fs'
import { configError } from '@assay/core'

/** @throws AssayError `config` if files exist, and may not be overwritten; a dangling link counts as existing. */
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
    // A part of the path is no folder: writing reports that.
    return false
  }
}
