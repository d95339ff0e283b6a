import { systemClock } from '@assay/core'
import { evaluate } from '@assay/runner'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { askingMetric, questions } from './__fixtures__/ask.ts'
import { startChild } from './__fixtures__/child.ts'
import { startQuestionServer } from './__fixtures__/question-server.ts'
import { freshSchema, openStore, otherServer, ownServer, serverUrl, sql, useServer } from './__fixtures__/test-database.ts'

useServer()

const AT_ONCE = 8

it('a process that is killed between reply and commit repeats only what was in flight, when its run is resumed', async () => {
  const { url, schema } = freshSchema()
  await (await openStore(url)).close()
  const server = await startQuestionServer()
  const lock = new Client({ connectionString: serverUrl() })
  await lock.connect()
  const child = startChild('ask-server.ts', [url, server.url, '100'])
  await server.answered(40)
  // From here on nothing is committed, and the process waits with the replies that it has.
  await lock.query(`BEGIN; LOCK TABLE ${schema}.replies IN EXCLUSIVE MODE`)
  const [{ count = 0 } = {}] = (await lock.query(`SELECT count(*)::int AS count FROM ${schema}.replies`)).rows
  await server.answered(Math.min(100, count + AT_ONCE))
  child.kill('SIGKILL')
  const { out } = await child.ended
  await lock.query('ROLLBACK')
  await lock.end()
  const run = out.split('\n')[0] ?? ''
  await sql(`UPDATE ${schema}.processes SET seen_at = seen_at - interval '61 seconds'`)
  const resumed = await startChild('ask-server.ts', [url, server.url, '100', run]).ended
  expect([resumed.err, resumed.code]).toEqual(['', 0])
  expect(JSON.parse(resumed.out.split('\n')[1] ?? '')).toEqual({ scored: 100, calls: 100 })
  const counts = [...server.counts.values()]
  expect(counts).toHaveLength(100)
  expect(Math.max(...counts)).toBeLessThanOrEqual(2)
  const twice = counts.filter((times) => times === 2).length
  expect(twice).toBeGreaterThan(0)
  expect(twice).toBeLessThanOrEqual(AT_ONCE)
})

describe.skipIf(otherServer !== undefined)('while the database is away', () => {
  it.each(['fast', 'immediate'] as const)('a run waits, calls nothing, and goes on when it is back (%s)', async (how) => {
    const { url } = freshSchema()
    const store = await openStore(url)
    const asked: string[] = []
    let stopping: Promise<void> | undefined
    const away = Promise.withResolvers<void>()
    const metric = askingMetric(async (question) => {
      asked.push(question)
      // The replies of these calls come while the database is away.
      if (asked.length === 20) stopping = ownServer().stop(how).then(away.resolve)
      if (asked.length >= 20) await away.promise
      return '1'
    })
    const summary = evaluate({ data: questions(100), metrics: [metric], store, concurrency: AT_ONCE }).result()
    await away.promise
    await stopping
    await expect.poll(() => store.warnings).toHaveLength(1)
    const before = asked.length
    for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate)
    expect(asked).toHaveLength(before)
    expect(before).toBeLessThanOrEqual(20 + AT_ONCE)
    await ownServer().start()
    const { metrics, stopped } = await summary
    expect(stopped).toBeUndefined()
    expect(metrics['asking']?.scored).toBe(100)
    expect(asked).toHaveLength(100)
    expect(store.warnings).toEqual([expect.stringContaining('is lost'), expect.stringContaining('is back')])
    await store.close()
  })

  it('a run stops in order after the time allowed, and is resumed later without paying twice', async () => {
    const { url, schema } = freshSchema()
    const away = Promise.withResolvers<void>()
    let time = 0
    const clock = {
      ...systemClock,
      monotonic: () => time,
      async sleep(ms: number) {
        // The time allowed begins to pass once the server is down.
        await away.promise
        time += ms
      },
    }
    const store = await openStore(url, { clock, waitMs: 300_000 })
    const asked: string[] = []
    const metric = askingMetric(async (question) => {
      asked.push(question)
      if (asked.length === 20) void ownServer().stop().then(away.resolve)
      if (asked.length >= 20) await away.promise
      return '1'
    })
    const options = { data: questions(100), metrics: [metric], concurrency: AT_ONCE }
    const first = await evaluate({ ...options, store }).result()
    expect(first.stopped).toMatchObject({
      cause: 'connection',
      reason: expect.stringMatching(/could not be reached for 5 minutes .*resume the run/),
    })
    expect(time).toBeGreaterThanOrEqual(300_000)
    expect(await store.run(first.run.id)).toMatchObject({ id: first.run.id })
    expect(store.problem()).toMatchObject({ kind: 'unusable' })
    const before = asked.length
    expect(before).toBeLessThan(30)
    await store.close()
    await ownServer().start()
    await sql(`UPDATE ${schema}.processes SET seen_at = seen_at - interval '61 seconds'`)
    const again = await openStore(url)
    const second = await evaluate({ ...options, store: again, resume: first.run.id }).result()
    expect(second.metrics['asking']?.scored).toBe(100)
    expect(asked.length - 100).toBeLessThanOrEqual(AT_ONCE)
    expect(second.usage.calls).toBe(100)
  })
})
