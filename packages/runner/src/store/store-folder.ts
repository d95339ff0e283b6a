import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The file of the store in its folder. */
export function replyStoreFile(folder: string): string {
  return join(resolve(folder), 'replies.sqlite')
}

/** Creates the folder, for its owner only, and excludes it from version control. @throws the error of the file system. */
export function prepareStoreFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Only in an empty folder: among a user's files it would hide all of them from git.
  if (readdirSync(folder).length === 0) writeFileSync(join(folder, '.gitignore'), '*\n')
}

/**
 * Renames the store of a folder, with the other files of SQLite, so that the next run begins a new one. Deletes nothing.
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
