import { randomBytes } from 'node:crypto'
import { systemClock } from '@assay/core'
import type { ReplyStore } from '@assay/runner'
import { startPostgres, type TestPostgres } from '@assay/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openPostgresStore, type OpenPostgresStoreOptions } from '../open-postgres-store.ts'

/** Another server for the same tests, as a superuser. Those that stop and start the server are left out there. */
export const otherServer = process.env['ASSAY_TEST_DATABASE_URL']

let server: TestPostgres | undefined

/** Starts a server for the tests of a file. */
export function useServer(): void {
  beforeAll(async () => {
    if (otherServer === undefined) server = await startPostgres()
  })
  afterAll(async () => {
    await server?.close()
    server = undefined
  })
}

/** The server that this file's tests started. */
export function ownServer(): TestPostgres {
  if (server === undefined) throw new Error('There is no server of our own')
  return server
}

export function serverUrl(): string {
  return otherServer ?? ownServer().url
}

/** Runs statements as the superuser. */
export async function sql(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** A URL with a schema that no other test uses, and its name. It is dropped with the test. */
export function freshSchema(): { readonly url: string; readonly schema: string } {
  const schema = `test_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl())
  url.searchParams.set('schema', schema)
  onTestFinished(async () => {
    await sql(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  })
  return { url: url.href, schema }
}

export type Opened = ReplyStore & { readonly warnings: readonly string[] }

/** A store that records its warnings, and is closed with the test. */
export async function openStore(
  url: string,
  { now, ...options }: Partial<OpenPostgresStoreOptions> & { readonly now?: (() => number) | undefined } = {},
): Promise<Opened> {
  const warnings: string[] = []
  const clock = { ...systemClock, ...(now === undefined ? {} : { now }) }
  const store = await openPostgresStore({ url, clock, onWarning: (message) => warnings.push(message), ...options })
  onTestFinished(() => store.close())
  return { ...store, warnings }
}
