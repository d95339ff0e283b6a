import { readFileSync, statSync } from 'node:fs'
import { homedir, platform, userInfo } from 'node:os'
import { join } from 'node:path'

/** A URL with the password of the file, where neither URL nor PGPASSWORD have one. */
export function withPassword(connection: string): string {
  const url = new URL(connection)
  if (url.password !== '' || url.searchParams.has('password') || process.env['PGPASSWORD'] !== undefined) return connection
  const user = decodeURIComponent(url.username) || (process.env['PGUSER'] ?? userInfo().username)
  const password = passwordFromFile({
    host: url.searchParams.get('host') ?? (url.hostname || (process.env['PGHOST'] ?? 'localhost')),
    port: Number(url.port || (process.env['PGPORT'] ?? 5432)),
    database: decodeURIComponent(url.pathname.slice(1)) || (process.env['PGDATABASE'] ?? user),
    user,
  })
  if (password === undefined) return connection
  url.username = user
  url.password = password
  return url.href
}

type PasswordFor = { readonly host: string; readonly port: number; readonly database: string; readonly user: string }

/**
 * The password for a connection from PGPASSFILE or ~/.pgpass, as libpq reads it: lines of `host:port:database:user:password`, `*` for any, the first
 * one that fits. A file that others may read is not used.
 */
function passwordFromFile({ host, port, database, user }: PasswordFor): string | undefined {
  const file = process.env['PGPASSFILE'] ?? join(homedir(), '.pgpass')
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true || (platform() !== 'win32' && (found.mode & 0o077) !== 0)) return undefined
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const [forHost, forPort, forDatabase, forUser, password] = fieldsOf(line)
    const wanted = [forHost, host, forPort, `${port}`, forDatabase, database, forUser, user]
    const fits = [0, 2, 4, 6].every((at) => wanted[at] === '*' || wanted[at] === wanted[at + 1])
    if (fits && password !== undefined) return password
  }
  return undefined
}

/** A backslash takes the next character as it is. */
function fieldsOf(line: string): string[] {
  const fields = ['']
  for (const [part = ''] of line.matchAll(/\\.|[^]/gu)) {
    if (part === ':') fields.push('')
    else fields[fields.length - 1] += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
  }
  return fields
}
