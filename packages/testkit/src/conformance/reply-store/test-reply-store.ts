import assert from 'node:assert/strict'
import { type LLMCall, unknownUsage } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import type { StoredSubject, StoreMaker, StoreSubject } from './reply-store-subject.ts'

const DAY = 86_400_000

/**
 * What a store of replies promises, as checks for any test runner. `within` gives each check stores of its own, that share what they hold.
 */
export function testReplyStore(within: (check: (open: StoreMaker) => Promise<void>) => Promise<void>): ConformanceCheck[] {
  const named = (name: string, check: (open: StoreMaker) => Promise<void>): ConformanceCheck => ({ name, run: () => within(check) })
  return [
    named('a reply is found after reopening as it was, with what it took to get it', async (open) => {
      const stored = storedReply('yes', { draw: 2, latencyMs: 0.125, attempts: 3, receivedAt: 1234 })
      const one = await open()
      await one.store.beginRun({ id: 'r', resume: null })
      await one.store.journal('r').put('j', stored)
      await one.store.journal('r').put('s', stored, { shared: true })
      await one.store.close()
      const two = await open()
      const { call, ...rest } = stored
      assert.deepEqual((await two.store.journal('r').find('j'))?.stored, rest)
      assert.deepEqual(await two.store.lookup('s'), rest)
      assert.deepEqual(await two.store.journal('r').find('s'), { stored: rest, from: 'journal' })
      assert.deepEqual(await entriesOf(two.store), [{ key: 's', stored: { ...rest, call } }])
      assert.deepEqual([...one.warnings, ...two.warnings], [])
    }),
    named('a reply is found while it is being written', async (open) => {
      const { store } = await open()
      const stored = storedReply('yes')
      const puts = [store.journal('r').put('k', stored, { shared: true, sentKey: 'sent' }), store.journal('r').put('own', stored)]
      for (const key of ['k', 'sent']) {
        assert.deepEqual((await store.journal('r').find(key))?.stored.reply, stored.reply)
        assert.deepEqual((await store.lookup(key))?.reply, stored.reply)
      }
      assert.equal((await store.journal('r').find('own'))?.from, 'part')
      assert.equal(await store.lookup('own'), undefined)
      assert.equal((await store.journal('other').find('k', 0))?.from, 'store')
      await Promise.all(puts)
    }),
    named('every text comes back exactly, also lone surrogates, NUL and what looks like SQL', async (open) => {
      const { store } = await open()
      const texts = [
        '\0',
        'a\0b',
        '\ud800',
        'x\udfff',
        '\ufeff',
        '',
        `'; DROP TABLE replies; --`,
        '{"a",NULL,\\"b\\"}',
        '\\',
        '"',
        'é',
        '𝒳',
        'NULL',
      ]
      await Promise.all(texts.map((text, at) => store.accept(`${at}`, storedReply(text, { call: callOf(text) }))))
      const again = await open()
      const found = await Promise.all(texts.map(async (_, at) => (await again.store.lookup(`${at}`))?.reply.text))
      assert.deepEqual(found, texts)
      const calls = new Set((await entriesOf(again.store)).map(({ stored }) => stored.call?.messages[0]?.parts[0]?.text))
      assert.deepEqual(calls, new Set(texts))
    }),
    named('the later of two under one key counts, and leaves nothing behind', async (open) => {
      const { store } = await open()
      await store.beginRun({ id: 'r', resume: null })
      for (const text of ['one', 'two']) {
        await store.journal('r').put('j', storedReply(text))
        await store.journal('r').put('s', storedReply(text), { shared: true })
      }
      assert.equal((await store.journal('r').find('j'))?.stored.reply.text, 'two')
      assert.equal((await store.lookup('s'))?.reply.text, 'two')
      await store.endRun('r', 'finished')
      assert.deepEqual(await countsOf(store), [[1, 0]])
      assert.equal((await store.prune()).replies, 0)
    }),
    named('the last put counts, also where one of several was shared, and if they are put at once', async (open) => {
      const { store } = await open()
      await store.beginRun({ id: 'r', resume: null })
      const journal = store.journal('r')
      for (const [at, shared] of [true, false, true, true].entries()) {
        await journal.put('k', storedReply(`${at}`), { shared })
        assert.equal((await journal.find('k'))?.stored.reply.text, `${at}`)
      }
      assert.equal((await store.lookup('k'))?.reply.text, '3')
      await Promise.all(['a', 'b', 'c'].map((text) => journal.put('k', storedReply(text), { shared: true })))
      assert.equal((await (await open()).store.lookup('k'))?.reply.text, 'c')
    }),
    named('a reply stays with its unfinished run where another run shares a later one', async (open) => {
      const { store } = await open()
      for (const id of ['one', 'two']) {
        await store.beginRun({ id, resume: null })
        await store.journal(id).put('k', storedReply(id), { shared: true })
      }
      await store.endRun('one', 'interrupted')
      assert.equal((await store.lookup('k'))?.reply.text, 'two')
      assert.equal((await store.journal('one').find('k'))?.stored.reply.text, 'one')
      await store.endRun('two', 'finished')
      const own = await store.journal('one').find('k', 0)
      assert.deepEqual([own?.stored.reply.text, own?.from], ['one', 'journal'])
      await store.endRun('one', 'finished')
      assert.deepEqual(await countsOf(store), [[1, 0]])
    }),
    named('a reply has two keys where its call was sent otherwise than it was called, and is there once', async (open) => {
      const { store } = await open()
      await store.beginRun({ id: 'r', resume: null })
      const all = Array.from({ length: 120 }, (_, at) => storedReply(`${at}`))
      await Promise.all(all.map((stored, at) => store.journal('r').put(`asked ${at}`, stored, { shared: true, sentKey: `sent ${at}` })))
      assert.deepEqual(await countsOf(store), [[120, 0]])
      const again = await open()
      for (const at of all.keys()) {
        for (const key of [`asked ${at}`, `sent ${at}`]) {
          assert.equal((await again.store.lookup(key))?.reply.text, `${at}`)
          assert.equal((await again.store.journal('r').find(key))?.stored.reply.text, `${at}`)
        }
      }
      assert.equal((await entriesOf(again.store)).length, 240)
    }),
    named('a reply that is no JSON is not stored, with one warning, and all others are', async (open) => {
      const { store, warnings } = await open()
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what no type allows
      const odd = storedReply('yes', { adapter: { ...storedReply('').adapter, fingerprint: { n: 1n } as never } })
      await Promise.all([store.accept('a', odd), store.accept('b', odd), store.accept('c', storedReply('fine'))])
      assert.equal(warnings.length, 1)
      assert.match(warnings[0] ?? '', /^A reply of toy:toy-1 is not stored, since it is no JSON/)
      assert.equal(await store.lookup('a'), undefined)
      assert.equal((await store.lookup('c'))?.reply.text, 'fine')
    }),
    named('a journaled reply is for its own run alone, and for all once it is shared', async (open) => {
      const { store } = await open()
      const rejected = storedReply('not JSON')
      await store.journal('mine').put('k', rejected, { sentKey: 'sent' })
      for (const key of ['k', 'sent']) {
        assert.deepEqual((await store.journal('mine').find(key))?.stored.reply, rejected.reply)
        assert.equal(await store.journal('other').find(key, 0), undefined)
        assert.equal(await store.lookup(key), undefined)
      }
      await store.journal('mine').put('k', rejected, { shared: true, sentKey: 'sent' })
      for (const key of ['k', 'sent']) {
        assert.equal(await store.journal('other').find(key), undefined)
        assert.equal((await store.journal('other').find(key, 0))?.from, 'store')
      }
    }),
    named('a reply that is too old is not served, stays for others, and is replaced by a fresh one', async (open) => {
      let now = 100 * DAY
      const { store } = await open({ now: () => now })
      await store.beginRun({ id: 'r', resume: null })
      await Promise.all([
        store.journal('r').put('k', storedReply('old'), { shared: true }),
        store.acceptVectors([{ key: 'v', vector: [1] }]),
      ])
      assert.equal((await store.lookup('k', now))?.reply.text, 'old')
      assert.equal(await store.lookup('k', now + 1), undefined)
      assert.deepEqual([await store.lookupVectors(['v'], now), await store.lookupVectors(['v'], now + 1)], [[[1]], [undefined]])
      assert.equal((await store.journal('r').find('k', now + 1))?.stored.reply.text, 'old')
      assert.equal(await store.journal('other').find('k', now + 1), undefined)
      now += DAY
      await store.accept('k', storedReply('new'))
      assert.equal((await store.lookup('k', now))?.reply.text, 'new')
    }),
    named('vectors come back to the last bit, each under its key; the later of two counts, and none without numbers', async (open) => {
      const { store } = await open()
      const odd = [-0, 5e-324, 0.1, Infinity, NaN, 1.7976931348623157e308]
      await store.acceptVectors([
        { key: 'a', vector: [1, 2] },
        { key: 'odd', vector: odd },
        { key: 'empty', vector: [] },
        { key: 'a', vector: [3] },
      ])
      const { store: again } = await open()
      assert.deepEqual(await again.lookupVectors(['b', 'a', 'odd', 'empty', 'a']), [undefined, [3], odd, undefined, [3]])
      assert.equal(store.problem(), undefined)
    }),
    named('vectors of a run are for that run alone, and go with its journal', async (open) => {
      const { store } = await open()
      await store.beginRun({ id: 'r', resume: null })
      await store.journal('r').putVectors([{ key: 'v', vector: [0.25] }])
      assert.deepEqual(await store.journal('r').vectors(['v', 'w']), [[0.25], undefined])
      assert.deepEqual(await store.journal('other').vectors(['v']), [undefined])
      assert.deepEqual(await store.lookupVectors(['v']), [undefined])
      await store.endRun('r', 'finished')
      assert.deepEqual(await store.journal('r').vectors(['v']), [undefined])
    }),
    named('a finished run has no journal any more, and what it shared stays', async (open) => {
      const { store } = await open({ now: () => 5 })
      await store.beginRun({ id: 'r', resume: { argv: ['a'] } })
      const many = Array.from({ length: 601 }, (_, at) => storedReply(`${at}`))
      await Promise.all(many.map((stored, at) => store.journal('r').put(`${at}`, stored)))
      await store.journal('r').put('7', storedReply('7'), { shared: true })
      const begun = { id: 'r', startedAt: 5, finishedAt: null, status: 'running', isAlive: true, resume: { argv: ['a'] }, replies: 601 }
      assert.deepEqual(await store.run('r'), begun)
      await store.endRun('r', 'finished')
      assert.deepEqual(await store.run('r'), { ...begun, finishedAt: 5, status: 'finished', isAlive: false, replies: 0 })
      assert.equal(await store.journal('r').find('7'), undefined)
      assert.equal((await store.lookup('7'))?.reply.text, '7')
      assert.deepEqual(await countsOf(store), [[1, 0]])
      assert.equal(await store.lastUnfinishedRun(), undefined)
    }),
    named('an interrupted run is resumed with its journal, by another process, under what is known now', async (open) => {
      const { store: one } = await open()
      await one.beginRun({ id: 'r', resume: { concurrency: 8 } })
      await one.journal('r').put('k', storedReply('yes'))
      await one.endRun('r', 'interrupted')
      await one.close()
      const { store: two } = await open()
      assert.equal((await two.lastUnfinishedRun())?.id, 'r')
      assert.equal(await two.beginRun({ id: 'r', resume: { concurrency: 2 } }), true)
      const journal = two.journal('r')
      assert.equal((await journal.find('k'))?.from, 'journal')
      await journal.put('l', storedReply('new'))
      assert.equal((await journal.find('l'))?.from, 'part')
      assert.deepEqual(omitTimes(await two.run('r')), { id: 'r', status: 'running', isAlive: true, resume: { concurrency: 2 }, replies: 2 })
    }),
    named('the last unfinished run is that begun last, also when the clock was set back', async (open) => {
      let now = 1000 * DAY
      const { store } = await open({ now: () => now })
      for (const id of ['a', 'b', 'c']) {
        await store.beginRun({ id, resume: null })
        await store.endRun(id, id === 'c' ? 'finished' : 'interrupted')
        now -= DAY
      }
      assert.equal((await store.lastUnfinishedRun())?.id, 'b')
      await store.beginRun({ id: 'a', resume: null })
      await store.endRun('a', 'interrupted')
      assert.equal((await store.lastUnfinishedRun())?.id, 'a')
      assert.deepEqual(
        (await store.stats())?.unfinished.map(({ id }) => id),
        ['a', 'b'],
      )
      assert.equal(await store.run('unknown'), undefined)
    }),
    named('a journal is kept for 30 days after its run was interrupted, or last resumed', async (open) => {
      let now = 0
      const { store } = await open({ now: () => now })
      for (const id of ['left', 'resumed']) {
        await store.beginRun({ id, resume: null })
        await store.journal(id).put('k', storedReply(id))
        await store.endRun(id, 'interrupted')
      }
      now = 20 * DAY
      await store.beginRun({ id: 'resumed', resume: null })
      await store.endRun('resumed', 'interrupted')
      now = 30 * DAY
      await store.beginRun({ id: 'today', resume: null })
      assert.equal((await store.journal('left').find('k'))?.stored.reply.text, 'left')
      now += 1
      await store.beginRun({ id: 'tomorrow', resume: null })
      assert.deepEqual([await store.journal('left').find('k'), await store.run('left')], [undefined, undefined])
      assert.equal((await store.journal('resumed').find('k'))?.stored.reply.text, 'resumed')
      now = 1000 * DAY
      await store.beginRun({ id: 'much later', resume: null })
      assert.notEqual(await store.run('today'), undefined, 'a run of ours that goes on is never given up')
    }),
    named('pruning deletes what is older than the given age, except what running runs hold', async (open) => {
      let now = 10 * DAY
      const { store } = await open({ now: () => now })
      await store.beginRun({ id: 'interrupted', resume: null })
      await store.beginRun({ id: 'on', resume: null })
      for (const run of ['interrupted', 'on']) await store.journal(run).put(run, storedReply(run))
      await Promise.all(Array.from({ length: 20 }, (_, at) => store.accept(`old ${at}`, storedReply(`old ${at}`))))
      await store.acceptVectors([{ key: 'old', vector: [1] }])
      await store.endRun('interrupted', 'interrupted')
      now = 20 * DAY
      await store.accept('new', storedReply('new'))
      await store.acceptVectors([{ key: 'new', vector: [1] }])
      const counts = async (olderThanMs: number) => {
        const { replies, vectors, runs } = await store.prune({ olderThanMs })
        return [replies, vectors, runs]
      }
      assert.deepEqual(await counts(10 * DAY), [0, 0, 0])
      assert.deepEqual(await counts(5 * DAY), [21, 1, 1])
      assert.equal((await store.lookup('new'))?.reply.text, 'new')
      assert.deepEqual([await store.lookup('old 3'), await store.run('interrupted')], [undefined, undefined])
      assert.deepEqual(await store.lookupVectors(['old', 'new']), [undefined, [1]])
      assert.equal((await store.journal('on').find('on'))?.stored.reply.text, 'on')
    }),
    named('several processes may accept the same at once, and all see it', async (open) => {
      const stores = await Promise.all([open(), open(), open()])
      await stores[0]?.store.accept('before', storedReply('before'))
      await Promise.all(
        stores.flatMap(({ store }) => Array.from({ length: 100 }, (_, at) => store.accept(`${at}`, storedReply(`reply ${at}`)))),
      )
      const { store } = await open()
      for (let at = 0; at < 100; at++) assert.equal((await store.lookup(`${at}`))?.reply.text, `reply ${at}`)
      assert.deepEqual(await countsOf(store), [[101, 0]])
      assert.deepEqual(
        stores.flatMap(({ warnings }) => warnings),
        [],
      )
    }),
    named('a closed store has written what was pending, and then neither finds nor saves', async (open) => {
      const { store } = await open()
      const put = store.accept('k', storedReply('yes'))
      await store.close()
      await put
      await store.accept('l', storedReply('late'))
      await store.close()
      assert.deepEqual(
        [await store.lookup('k'), await entriesOf(store), await store.stats(), store.problem()],
        [undefined, [], undefined, undefined],
      )
      assert.equal((await (await open()).store.lookup('k'))?.reply.text, 'yes')
    }),
  ]
}

function callOf(text: string): LLMCall {
  return { messages: [{ role: 'user', parts: [{ text }] }] }
}

function storedReply(text: string, more: Partial<StoredSubject> = {}): StoredSubject {
  return {
    reply: { text, finishReason: 'stop', usage: unknownUsage() },
    draw: 0,
    latencyMs: 12.5,
    attempts: 1,
    call: callOf(`requests ${text}`),
    adapter: {
      provider: 'toy',
      modelId: 'toy-1',
      capabilities: { structuredOutput: 'native', temperature: true, seed: true },
      fingerprint: { model: 'toy-1' },
    },
    ...more,
  }
}

async function entriesOf(store: StoreSubject): Promise<{ readonly key: string; readonly stored: StoredSubject }[]> {
  const entries = []
  for await (const entry of store.replies()) entries.push(entry)
  return entries
}

async function countsOf(store: StoreSubject): Promise<(readonly [stored: number, journaled: number])[] | undefined> {
  return (await store.stats())?.adapters.map(({ stored, journaled }) => [stored, journaled] as const)
}

function omitTimes(run: object | undefined): object {
  return Object.fromEntries(Object.entries(run ?? {}).filter(([name]) => !name.endsWith('At')))
}
