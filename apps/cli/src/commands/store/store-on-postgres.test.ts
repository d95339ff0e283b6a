import { readFileSync } from 'node:fs'
import { startPostgres, type TestPostgres } from '@assay/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, paidRuns } from '../../__fixtures__/paid-runs.ts'

let server: TestPostgres
let password: string
let schemas = 0

beforeAll(async () => {
  server = await startPostgres()
  ;({ password } = new URL(server.url))
})
afterAll(() => server.close())

const { assay, asked, at, reportOf, writeRows } = paidRuns()

/** A store that no other test uses. */
function newStore(): { readonly url: string; readonly shown: string; readonly schema: string } {
  const schema = `s${schemas++}`
  return { url: `${server.url}?schema=${schema}`, shown: `postgres://${new URL(server.url).host}/postgres`, schema }
}

/** Everything that stands in the tables of a schema. */
async function dumpOf(schema: string): Promise<string> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    const { rows: tables } = await client.query('SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema])
    const texts = []
    for (const { tablename } of tables) texts.push(JSON.stringify((await client.query(`SELECT * FROM ${schema}.${tablename}`)).rows))
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

describe('a run with the store of a team', () => {
  it('pays for no call that another run has paid for, and keeps nothing in the folder', async () => {
    const { url } = newStore()
    const first = await reportOf('--store', url)
    expect([first.code, first.err]).toEqual([0, ''])
    expect(asked()).toHaveLength(6)
    const second = await assay([...command, '--quiet', '-o', '-'], { env: { ASSAY_DATABASE_URL: url } })
    expect(second.code).toBe(0)
    expect(JSON.parse(second.out).summary).toEqual(first.report.summary)
    expect(asked()).toHaveLength(6)
    expect(() => readFileSync(at('.assay', 'replies.sqlite'))).toThrow('ENOENT')
    expect((await assay([...command, '--dry-run', '--store', url])).out).toMatch(/total +0 +6 /)
  })

  it('leaves no key and no password in any table, and shows none', async () => {
    const { url, schema, shown } = newStore()
    writeRows(60)
    const stopped = await assay([...command, '--store', url, '--budget-tokens', '1500', '--concurrency', '1'])
    expect(stopped.err).toMatch(new RegExp(`eval --resume=\\S+ --store ${shown.replaceAll('/', '\\/')}`))
    const printed = await assay(['config', 'print', '--store', `${url}&password=${password}`])
    expect(printed.out).toMatch(/store +postgres:\/\/\S+\/postgres +command line/)
    const stats = await assay(['store', 'stats', '--store', url])
    expect(stats.out).toContain(`${shown}  `)
    const wrong = await assay([...command, '--store', url.replace(password, 'wrong')])
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('password authentication failed') })
    const dump = await dumpOf(schema)
    expect(dump).toContain('Question 1?')
    for (const text of [dump, stopped.out, stopped.err, printed.out, printed.err, stats.out, wrong.err]) {
      expect(text).not.toContain(password)
      expect(text).not.toContain('0123456789abcdef')
    }
  })

  it('is resumed from another folder by its id, and pays for the rest', async () => {
    const { url } = newStore()
    writeRows(60)
    const stopped = await reportOf('--store', url, '--budget-tokens', '1500', '--concurrency', '1')
    const before = asked().length
    expect(before).toBeLessThan(60)
    const run = String(stopped.report.run.id)
    const resumed = await assay(['eval', `--resume=${run}`, '--budget-tokens', '1000000', '--store', url])
    expect(resumed.code).toBe(0)
    expect(asked()).toHaveLength(60)
    expect((await assay(['eval', `--resume=${run}`, '--store', url])).err).toContain(`The run ${run} is finished`)
  })

  it('is refused before anything is asked where the server is not there, or the URL is of another kind', async () => {
    const gone = await assay([...command, '--store', 'postgres://user:hush@127.0.0.1:1/evals'])
    expect(gone).toMatchObject({ code: 2, err: expect.stringContaining('postgres://127.0.0.1:1/evals cannot be reached') })
    const other = await assay([...command, '--store', 'mysql://user:hush@127.0.0.1/evals'])
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('--store names a URL that is no store (mysql://…)') })
    const slip = await assay([...command, '--store', 'postgres:user:hush@127.0.0.1/evals'])
    expect(slip).toMatchObject({ code: 2, err: expect.stringContaining('names a URL that is no store') })
    const variable = await assay([...command], { env: { ASSAY_DATABASE_URL: 'db.example/hush' } })
    expect(variable).toMatchObject({ code: 2, err: expect.stringContaining('ASSAY_DATABASE_URL is no URL of Postgres') })
    expect([gone.err, other.err, slip.err, variable.err].join('')).not.toContain('hush')
    expect(asked()).toHaveLength(0)
  })
})

it('assay eval --store takes another folder as well', async () => {
  await assay([...command, '--store', 'kept'])
  expect((await assay(['store', 'stats', '--store', 'kept'])).out).toContain('6 replies for all runs')
  await assay([...command, '--store', 'kept'])
  expect(asked()).toHaveLength(6)
})

it('assay store commands work on the store of a team', async () => {
  const [one, two] = [newStore(), newStore()]
  await assay([...command, '--store', one.url])
  const stats = await assay(['store', 'stats'], { env: { ASSAY_DATABASE_URL: one.url } })
  expect(stats.out).toContain('6 replies for all runs')
  expect(await assay(['store', 'export', 'replies.jsonl', '--store', one.url])).toMatchObject({
    code: 0,
    out: 'Wrote 6 replies to replies.jsonl.\n',
  })
  const imported = ['store', 'import', 'replies.jsonl', '--store', two.url]
  expect((await assay(imported)).out).toBe('Imported 6 replies from replies.jsonl.\n')
  expect((await assay(imported)).out).toContain('6 that were there already')
  expect((await assay(['store', 'prune', '--older-than', '0s', '--store', one.url])).out).toBe(
    'Deleted 6 replies, 0 vectors, 1 run; their room is used again.\n',
  )
  const empty = await assay(['store', 'export', 'none.jsonl', '--store', one.url])
  expect(empty).toMatchObject({ code: 2, err: expect.stringContaining(`${one.shown} holds no reply to export`) })
})
