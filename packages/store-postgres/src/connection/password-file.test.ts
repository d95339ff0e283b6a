import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { withPassword } from './password-file.ts'

let file: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pgpass-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  file = join(folder, 'pgpass')
  vi.stubEnv('PGPASSFILE', file)
})

function of(user: string, database = 'evals'): string | undefined {
  const { password } = new URL(withPassword(`postgres://${user}@db/${database}`))
  return password === '' ? undefined : decodeURIComponent(password)
}

it('gives the password of the first line that fits, with its escapes', () => {
  writeFileSync(file, '# a comment\ndb:5433:evals:me:other\ndb:5432:*:me:a\\:b\\\\c\r\n*:*:*:*:for all\n', { mode: 0o600 })
  expect([of('me'), of('you')]).toEqual(['a:b\\c', 'for all'])
})

it('gives none where no line fits, the file is not there, or others may read it', () => {
  expect(of('me')).toBeUndefined()
  writeFileSync(file, 'db:5432:evals:me:hush\nhalf a line\n', { mode: 0o600 })
  expect([of('me'), of('you'), of('me', 'else')]).toEqual(['hush', undefined, undefined])
  chmodSync(file, 0o644)
  expect(of('me')).toBeUndefined()
})

it('is not asked where the URL or the environment has a password', () => {
  writeFileSync(file, '*:*:*:*:hush\n', { mode: 0o600 })
  for (const url of ['postgres://me:own@db/evals', 'postgres://me@db/evals?password=own']) expect(withPassword(url)).toBe(url)
  vi.stubEnv('PGPASSWORD', 'of the environment')
  expect(of('me')).toBeUndefined()
})
