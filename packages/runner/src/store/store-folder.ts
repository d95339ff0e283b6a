import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The file in which a folder keeps its store. */
export function replyStoreFile(folder: string): string {
  return join(resolve(folder), 'replies.sqlite')
}

/** Makes the folder, for its owner only, and keeps it out of version control. @throws the error of the file system. */
export function prepareStoreFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Only where nothing else is: in a folder of somebody's files it would hide them all from git.
  if (readdirSync(folder).length === 0) writeFileSync(join(folder, '.gitignore'), '*\n')
}

/**
 * Renames the store of a folder, with what SQLite keeps beside it, so that the next run begins a new one. Nothing is deleted.
 * @returns the new path
 * @throws the error of the file system.
 */
export function setReplyStoreAside(folder: string): string {
  const file = replyStoreFile(folder)
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const aside = `${file}.damaged-${time}`
  renameSync(file, aside)
  for (const ending of ['-wal', '-shm']) if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${aside}${ending}`)
  return aside
}
