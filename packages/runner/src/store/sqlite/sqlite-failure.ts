/** A row that differs from what was written. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow'
}

/** A file whose format this version does not know. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat'
}

/** SQLite's primary result code, or `undefined` for another error. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

/** Another process holds the file: SQLITE_BUSY, SQLITE_LOCKED. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === 5 || code === 6
}

/** The file is not, or no longer, an intact database of Assay: SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR for missing tables. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return error instanceof DamagedRow || code === 11 || code === 26 || code === 1
}

/** SQLITE_FULL. */
export function isFull(error: unknown): boolean {
  return sqliteCode(error) === 13
}
