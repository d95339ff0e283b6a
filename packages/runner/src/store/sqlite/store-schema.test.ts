import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { storedReplyOf } from '../__fixtures__/stored-reply-of.ts'
import { openStore } from '../__fixtures__/open-store.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { replyStoreFile } from '../store-folder.ts'
import { migrate, MIGRATIONS } from './store-schema.ts'

function memory(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  return database
}

const versionOf = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get()?.['user_version']

describe('the format of a store', () => {
  it('goes step by step from what it is to the newest, with what it holds', () => {
    const database = memory()
    const steps = ['CREATE TABLE t (a)', 'ALTER TABLE t ADD COLUMN b DEFAULT 2', 'UPDATE t SET a = a + b']
    migrate(database, steps.slice(0, 1))
    database.exec('INSERT INTO t VALUES (1)')
    migrate(database, steps)
    expect(database.prepare('SELECT * FROM t').all()).toEqual([{ a: 3, b: 2 }])
    expect(versionOf(database)).toBe(3)
    migrate(database, steps)
    expect(database.prepare('SELECT * FROM t').all()).toEqual([{ a: 3, b: 2 }])
  })

  it('stays what it was where a step fails', () => {
    const database = memory()
    migrate(database, ['CREATE TABLE t (a)'])
    expect(() => migrate(database, ['CREATE TABLE t (a)', 'CREATE TABLE u (a)', 'no SQL'])).toThrow(/syntax error/)
    expect(versionOf(database)).toBe(1)
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 't' }])
  })

  it('that is newer is left alone, and the run goes on without a store', async () => {
    const folder = temporaryFolder()
    const one = await openStore(folder)
    await one.accept('k', storedReplyOf('yes'))
    await one.close()
    const file = replyStoreFile(folder)
    const newer = new DatabaseSync(file)
    newer.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
    newer.close()
    const before = readFileSync(file)
    const store = await openStore(folder)
    await store.accept('l', storedReplyOf('no'))
    await store.prune({ olderThanMs: 0 })
    expect([store.lookup('k'), store.lookup('l')]).toEqual([undefined, undefined])
    expect(store.problem()).toMatchObject({ kind: 'newer' })
    expect(store.warnings).toEqual([
      expect.stringContaining(
        `${file} was written by a newer version of Assay (format ${MIGRATIONS.length + 1}, this version knows ${MIGRATIONS.length})`,
      ),
    ])
    await store.close()
    expect(readFileSync(file)).toEqual(before)
  })
})
