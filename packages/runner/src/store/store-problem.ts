import type { StoreProblem } from './reply-store.ts'
import { isDamage, isFull, UnknownFormat } from './sqlite/sqlite-failure.ts'

/** The problem of a store behind an error, in words for its user. */
export function storeProblem(file: string, error: unknown): StoreProblem {
  const why = error instanceof Error ? error.message : String(error)
  if (error instanceof UnknownFormat) {
    const message = `${file} was written by a newer version of Assay (${why}), and is left as it is. Update Assay, or name another folder for the store.`
    return { kind: 'newer', message }
  }
  if (isDamage(error)) {
    const message = `${file} is damaged, or no store of replies (${why}). "assay store prune" moves it aside, and the next run begins a new one.`
    return { kind: 'damaged', message }
  }
  if (isFull(error))
    return { kind: 'unusable', message: `There is no room left to write ${file} (${why}). Free some, or name a folder elsewhere.` }
  return { kind: 'unusable', message: `${file} cannot be used (${why}). Make its folder writable, or name another one.` }
}
