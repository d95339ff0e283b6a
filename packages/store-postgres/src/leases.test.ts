import { type LLMReply, unknownUsage } from '@assay/core'
import type { ReplyStore, StoredReply } from '@assay/runner'
import { describe, expect, it } from 'vitest'
import { startChild } from './__fixtures__/child.ts'
import { startQuestionServer } from './__fixtures__/question-server.ts'
import { freshSchema, openStore, sql, useServer } from './__fixtures__/test-database.ts'

useServer()

const reply: LLMReply = { text: 'yes', finishReason: 'stop', usage: unknownUsage() }
const stored: StoredReply = {
  reply,
  draw: 0,
  latencyMs: 1,
  attempts: 1,
  adapter: {
    provider: 'toy',
    modelId: 'toy-1',
    capabilities: { structuredOutput: 'native', temperature: true, seed: true },
    fingerprint: { model: 'toy-1' },
  },
}

async function twoStores() {
  const { url, schema } = freshSchema()
  const claims = (store: ReplyStore, run: string) => {
    const journal = store.journal(run)
    return { journal, claim: (key: string) => journal.claim?.(key, 0) ?? expect.unreachable() }
  }
  const [one, two] = [await openStore(url), await openStore(url)]
  await one.beginRun({ id: 'one', resume: null })
  await two.beginRun({ id: 'two', resume: null })
  /** Until the other process waits for a lease. */
  const isAwaited = () => expect.poll(() => sql(`SELECT key FROM ${schema}.leases WHERE awaited`)).not.toEqual([])
  return { schema, one: claims(one, 'one'), two: claims(two, 'two'), stores: [one, two] as const, isAwaited }
}

describe('a call that two processes want to make', () => {
  it('is made by one, and the other one gets the reply', async () => {
    const { one, two, isAwaited } = await twoStores()
    expect(await one.claim('k')).toHaveProperty('release')
    const waiting = two.claim('k')
    await isAwaited()
    await one.journal.put('k', stored, { shared: true })
    expect(await waiting).toMatchObject({ found: { from: 'store', stored: { reply } } })
    expect(await one.claim('k')).toHaveProperty('found')
  })

  it('is made by the other one if the first has no reply that others can use', async () => {
    const { one, two, isAwaited } = await twoStores()
    const claim = await one.claim('k')
    const waiting = two.claim('k')
    await isAwaited()
    await one.journal.put('k', stored)
    if ('release' in claim) await claim.release()
    expect(await waiting).toHaveProperty('release')
  })

  it('is made by the other one if the first process is gone, and a process that wakes up later changes nothing', async () => {
    const { schema, one, two, stores, isAwaited } = await twoStores()
    const claim = await one.claim('k')
    const waiting = two.claim('k')
    await isAwaited()
    await sql(
      `UPDATE ${schema}.processes SET seen_at = seen_at - interval '61 seconds' WHERE id = (SELECT process FROM ${schema}.runs WHERE id = 'one')`,
    )
    expect(await waiting).toHaveProperty('release')
    if ('release' in claim) await claim.release()
    expect(await sql(`SELECT key FROM ${schema}.leases`)).toEqual([{ key: 'k' }])
    // Its run is free as well, and no longer its own once another process has it.
    const [first, second] = stores
    expect(await second.run('one')).toMatchObject({ status: 'running', isAlive: false })
    expect(await second.beginRun({ id: 'one', resume: null })).toBe(true)
    await first.endRun('one', 'finished')
    expect(await second.run('one')).toMatchObject({ status: 'running', isAlive: true })
  })

  it('waits for one lease in several runs of one process, too', async () => {
    const { one, stores } = await twoStores()
    const claim = await one.claim('k')
    const other = stores[0].journal('another run').claim?.('k', 0)
    await one.journal.put('k', stored, { shared: true })
    if ('release' in claim) await claim.release()
    expect(await other).toHaveProperty('found')
  })

  it('is told of by looking again where nothing is heard, as behind a pooler', async () => {
    const { one, two, isAwaited } = await twoStores()
    await one.claim('k')
    const waiting = two.claim('k')
    await isAwaited()
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`)
    await one.journal.put('k', stored, { shared: true })
    expect(await waiting).toHaveProperty('found')
  })

  it('of a living process is not taken over, and neither is its run', async () => {
    const { url } = freshSchema()
    const [one, two] = [await openStore(url), await openStore(url)]
    await one.beginRun({ id: 'r', resume: 1 })
    expect(await two.beginRun({ id: 'r', resume: 2 })).toBe(false)
    expect(await two.lastUnfinishedRun()).toBeUndefined()
    expect(await two.run('r')).toMatchObject({ resume: 1, isAlive: true })
    await one.close()
    expect(await two.lastUnfinishedRun()).toMatchObject({ id: 'r', status: 'running', isAlive: false })
    expect(await two.beginRun({ id: 'r', resume: 2 })).toBe(true)
  })
})

it('two processes that ask the same 500 questions at the same time pay for each once', async () => {
  const { url } = freshSchema()
  const server = await startQuestionServer()
  const ended = await Promise.all([1, 2].map(() => startChild('ask-server.ts', [url, server.url, '500']).ended))
  expect(ended.map(({ err, code }) => [err, code])).toEqual([
    ['', 0],
    ['', 0],
  ])
  const results = ended.map(({ out }) => JSON.parse(out.split('\n')[1] ?? '') as { scored: number; calls: number })
  expect(results.map(({ scored }) => scored)).toEqual([500, 500])
  expect(results.reduce((sum, { calls }) => sum + calls, 0)).toBe(500)
  expect([...server.counts.values()].filter((count) => count !== 1)).toEqual([])
  expect(server.counts.size).toBe(500)
})
