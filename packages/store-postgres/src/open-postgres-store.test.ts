import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshSchema, openStore, otherServer, serverUrl, sql, useServer } from './__fixtures__/test-database.ts'
import { isPostgresUrl, shownStoreUrl } from './connection/store-url.ts'

useServer()

/** A role with a password and no rights, and the URL of a schema for it. */
async function newRole(schema: string): Promise<{ readonly role: string; readonly url: URL }> {
  const role = `${schema}_role`
  await sql(`CREATE ROLE ${role} LOGIN PASSWORD 'of-the-role'`)
  onTestFinished(async () => {
    await sql(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`)
  })
  const url = new URL(serverUrl())
  url.username = role
  url.password = 'of-the-role'
  url.searchParams.set('schema', schema)
  return { role, url }
}

async function refusal(url: string): Promise<string> {
  const error = await openStore(url).then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown,
  )
  expect(AssayError.is(error) && error.kind).toBe('config')
  return String(error)
}

describe('opening', () => {
  it('makes the tables once, if several processes open a new store at the same time', async () => {
    const { url } = freshSchema()
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(url)))
    expect(await Promise.all(stores.map(async (store) => store.stats()))).toMatchObject(stores.map(() => ({ vectors: 0 })))
    expect(stores.flatMap(({ warnings }) => warnings)).toEqual([])
  })

  it('refuses tables of a newer version by name, and leaves them as they are', async () => {
    const { url, schema } = freshSchema()
    await (await openStore(url)).close()
    await sql(`UPDATE ${schema}.format SET version = 99`)
    expect(await refusal(url)).toMatch(/was written by a newer version of Assay \(format 99, this version knows \d+\)/)
    expect(await sql(`SELECT version FROM ${schema}.format`)).toEqual([{ version: 99 }])
  })

  it('refuses a schema with tables of another program, and makes none in it', async () => {
    const { url, schema } = freshSchema()
    await sql(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.replies (id integer)`)
    expect(await refusal(url)).toContain(`The schema ${schema} of ${shownStoreUrl(url)} holds other tables than Assay's`)
    expect(await sql('SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema])).toEqual([{ tablename: 'replies' }])
  })

  it('tells a role without rights which one it lacks, and works once it has it', async () => {
    const { schema } = freshSchema()
    const { role, url } = await newRole(schema)
    const text = await refusal(url.href)
    expect(text).toContain(`CREATE SCHEMA ${schema} AUTHORIZATION <role>`)
    expect(text).not.toContain('of-the-role')
    await sql(`CREATE SCHEMA ${schema} AUTHORIZATION ${role}`)
    expect(await (await openStore(url.href)).stats()).toMatchObject({ vectors: 0 })
  })

  it('needs no right to make tables where they are there', async () => {
    const { url, schema } = freshSchema()
    await openStore(url)
    const { role, url: theirs } = await newRole(schema)
    expect(await refusal(theirs.href)).toContain(`GRANT USAGE ON SCHEMA ${schema}`)
    await sql(`GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`)
    const store = await openStore(theirs.href)
    expect(await store.beginRun({ id: 'r', resume: null })).toBe(true)
    await store.acceptVectors([{ key: 'v', vector: [1] }])
    await store.endRun('r', 'finished')
    expect(store.warnings).toEqual([])
  })

  it('names a server that is not there, a database that is not there, and what is no URL, at once', async () => {
    const url = new URL(serverUrl())
    url.pathname = '/nowhere'
    expect(await refusal(url.href)).toContain('database "nowhere" does not exist. Create it')
    expect(await refusal('postgres://user:hush@127.0.0.1:1/db')).toMatch(/postgres:\/\/127\.0\.0\.1:1\/db cannot be reached/)
    expect(await refusal('postgres://user:hush@[/db')).toContain('cannot be read')
    expect(await refusal('postgres://127.0.0.1/db?schema=x;y')).toContain('is no name for a schema')
  })

  it.skipIf(otherServer !== undefined)('takes the password from the environment or from a file of passwords, and shows none', async () => {
    const { url } = freshSchema()
    const { password } = new URL(url)
    const without = new URL(url)
    without.password = ''
    expect(await refusal(without.href)).toContain('Give the password by PGPASSWORD, ~/.pgpass')
    vi.stubEnv('PGPASSWORD', 'wrong')
    const refused = await refusal(without.href)
    expect(refused).toContain('password authentication failed')
    expect(refused).not.toContain('wrong')
    vi.stubEnv('PGPASSWORD', password)
    expect((await (await openStore(without.href)).stats())?.file).toBe(`postgres://${without.host}/postgres`)
    vi.stubEnv('PGPASSWORD', undefined)
    const folder = mkdtempSync(join(tmpdir(), 'assay-pgpass-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'pgpass'), `*:*:*:postgres:${password}\n`, { mode: 0o600 })
    vi.stubEnv('PGPASSFILE', join(folder, 'pgpass'))
    expect(await (await openStore(without.href)).stats()).toMatchObject({ vectors: 0 })
  })
})

describe('a URL of a store', () => {
  it('is told from a folder, and is shown without user, password and parameters', () => {
    expect(['postgres://h/d', 'postgresql://h/d', 'POSTGRES://h/d', './postgres', 'postgres', '.assay'].map(isPostgresUrl)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(shownStoreUrl('postgres://me:hush@db.example:5433/evals?password=hush&sslmode=require')).toBe('postgres://db.example:5433/evals')
    expect(shownStoreUrl('postgres://me:hu/sh@[')).toBe('postgres://…')
  })
})
