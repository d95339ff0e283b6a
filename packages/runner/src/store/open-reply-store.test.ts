import { callKey } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callOf, storedReplyOf } from './__fixtures__/stored-reply-of.ts'
import { openStore } from './__fixtures__/open-store.ts'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
import { vectorKey } from './rows/vector-rows.ts'

const DAY = 86_400_000

function clockAt(start: number) {
  let time = start
  return {
    now: () => time,
    set: (to: number) => {
      time = to
    },
  }
}

describe('a cached reply', () => {
  it('is found after reopening as it was, with what it took to get it', async () => {
    const folder = temporaryFolder()
    const stored = storedReplyOf('yes', { draw: 2, latencyMs: 0.125, attempts: 3, receivedAt: 1234 })
    const one = await openStore(folder)
    await one.beginRun({ id: 'r', resume: null })
    await one.journal('r').put('j', stored)
    await one.journal('r').put('s', stored, { shared: true })
    await one.close()
    const two = await openStore(folder)
    const { call, ...rest } = stored
    expect(two.journal('r').find('j')?.stored).toEqual(rest)
    expect(two.lookup('s')).toEqual(rest)
    expect(two.journal('r').find('s')).toEqual({ stored: rest, from: 'journal' })
    expect([...two.replies()]).toEqual([{ key: 's', stored: { ...rest, call } }])
    expect([one.warnings, two.warnings]).toEqual([[], []])
  })

  it('is found while it is on its way into the file', async () => {
    const store = await openStore(temporaryFolder())
    const stored = storedReplyOf('yes')
    const put = [store.journal('r').put('k', stored, { shared: true, sentKey: 'sent' }), store.journal('r').put('own', stored)]
    for (const key of ['k', 'sent']) expect([store.journal('r').find(key)?.stored, store.lookup(key)]).toEqual([stored, stored])
    expect([store.journal('r').find('own'), store.lookup('own')]).toEqual([{ stored, from: 'part' }, undefined])
    expect(store.journal('other').find('k', 0)).toEqual({ stored, from: 'store' })
    await Promise.all(put)
  })

  it('returns every text exactly, also lone surrogates and NUL', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    const texts = fc.uniqueArray(
      fc.oneof(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) }), fc.string()),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        await Promise.all(all.map((text) => store.accept(JSON.stringify(text), storedReplyOf(text, { call: callOf(text) }))))
        const again = await openStore(folder)
        expect(all.map((text) => again.lookup(JSON.stringify(text))?.reply.text)).toEqual(all)
        const calls = new Set([...again.replies()].map(({ stored }) => stored.call?.messages[0]?.parts[0]?.text))
        expect(all.filter((text) => !calls.has(text))).toEqual([])
        await again.close()
      }),
      { numRuns: 25, examples: [[['\0', 'a\0b', '\ud800', 'x\udfff', '\ufeff', '']]] },
    )
  })

  it('loses of its call only what changes no reply', async () => {
    const store = await openStore(temporaryFolder())
    const marked = { messages: [{ role: 'user' as const, parts: [{ text: 'hi', cache: true as const }] }], temperature: 0, seed: 7 }
    const stored = storedReplyOf('yes', { call: { ...marked, droppable: ['seed'] } })
    await store.accept('k', stored)
    const call = [...store.replies()][0]?.stored.call
    expect(call).toEqual({ ...callOf('hi'), temperature: 0, seed: 7 })
    expect(call && callKey(stored.adapter, call)).toBe(callKey(stored.adapter, marked))
  })

  it('gives way to a later one under the same key, and leaves nothing behind', async () => {
    const store = await openStore(temporaryFolder())
    await store.beginRun({ id: 'r', resume: null })
    for (const text of ['one', 'two']) {
      await store.journal('r').put('j', storedReplyOf(text))
      await store.journal('r').put('s', storedReplyOf(text), { shared: true })
    }
    expect([store.journal('r').find('j')?.stored.reply.text, store.lookup('s')?.reply.text]).toEqual(['two', 'two'])
    await store.endRun('r', 'finished')
    expect(store.stats()?.adapters).toMatchObject([{ stored: 1, journaled: 0 }])
    expect(await store.prune()).toMatchObject({ replies: 0 })
  })

  it('counts as it was put last, also where one of both was shared', async () => {
    const store = await openStore(temporaryFolder())
    await store.beginRun({ id: 'r', resume: null })
    const journal = store.journal('r')
    for (const [at, shared] of [true, false, true, true].entries()) {
      await journal.put('k', storedReplyOf(`${at}`), { shared })
      expect(journal.find('k')?.stored.reply.text).toBe(`${at}`)
    }
    expect(store.lookup('k')?.reply.text).toBe('3')
  })

  it('stays with its unfinished run where another one shares a later one', async () => {
    const store = await openStore(temporaryFolder())
    for (const id of ['one', 'two']) {
      await store.beginRun({ id, resume: null })
      await store.journal(id).put('k', storedReplyOf(id), { shared: true })
    }
    await store.endRun('one', 'interrupted')
    expect([store.lookup('k')?.reply.text, store.journal('one').find('k')?.stored.reply.text]).toEqual(['two', 'one'])
    await store.endRun('two', 'finished')
    expect(store.journal('one').find('k', 0)).toMatchObject({ stored: { reply: { text: 'one' } }, from: 'journal' })
    await store.endRun('one', 'finished')
    expect(store.stats()?.adapters).toMatchObject([{ stored: 1, journaled: 0 }])
  })

  it('has two keys where its call was sent otherwise than it was called, and stands in the file once', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    await store.beginRun({ id: 'r', resume: null })
    const all = Array.from({ length: 120 }, (_, index) => storedReplyOf(`${index}`))
    const keys = (index: number) => [`asked ${index}`, `sent ${index}`]
    await Promise.all(
      all.map((stored, index) => store.journal('r').put(`asked ${index}`, stored, { shared: true, sentKey: `sent ${index}` })),
    )
    expect(store.stats()?.adapters).toMatchObject([{ stored: 120, journaled: 0 }])
    expect(store.run('r')?.replies).toBe(120)
    const again = await openStore(folder)
    const found = (key: string) => [again.lookup(key)?.reply.text, again.journal('r').find(key)?.stored.reply.text]
    for (const [index] of all.entries()) expect(keys(index).flatMap(found)).toEqual(Array.from({ length: 4 }, () => `${index}`))
    const expected = all.flatMap((stored, index) => keys(index).map((key) => [key, stored.call]))
    expect([...again.replies()].map(({ key, stored }) => [key, stored.call])).toEqual(expected)
    await store.endRun('r', 'finished')
    expect(await store.prune()).toMatchObject({ replies: 0 })
  })

  it('that is no JSON is not stored, with one warning, and all others are', async () => {
    const store = await openStore(temporaryFolder())
    const odd = storedReplyOf('yes', { adapter: { ...storedReplyOf('').adapter, fingerprint: { n: 1n } as never } })
    await Promise.all([store.accept('a', odd), store.accept('b', odd), store.accept('c', storedReplyOf('fine'))])
    expect(store.warnings).toEqual([expect.stringMatching(/^A reply of toy:toy-1 is not stored, since it is no JSON: .*bigint/)])
    expect([store.lookup('a'), store.lookup('b'), store.lookup('c')?.reply.text]).toEqual([undefined, undefined, 'fine'])
  })
})

describe('which runs may use a reply', () => {
  it('a journaled reply is served to its own run alone, and not to all until it is accepted', async () => {
    const store = await openStore(temporaryFolder())
    const rejected = storedReplyOf('not JSON')
    await store.journal('mine').put('k', rejected, { sentKey: 'sent' })
    for (const key of ['k', 'sent']) {
      expect(store.journal('mine').find(key)?.stored.reply).toEqual(rejected.reply)
      expect([store.journal('other').find(key, 0), store.lookup(key)]).toEqual([undefined, undefined])
    }
    await store.journal('mine').put('k', rejected, { shared: true, sentKey: 'sent' })
    for (const key of ['k', 'sent']) {
      expect(store.journal('other').find(key)).toBeUndefined()
      expect(store.journal('other').find(key, 0)).toMatchObject({ stored: { reply: rejected.reply }, from: 'store' })
    }
  })

  it('an accepted reply is in no journal', async () => {
    const store = await openStore(temporaryFolder())
    await store.accept('k', storedReplyOf('yes'))
    expect(store.journal('r').find('k')?.stored).toBeUndefined()
  })
})

describe('a reply that is too old', () => {
  it('is not served if a younger one is requested, and stays for others', async () => {
    const clock = clockAt(100 * DAY)
    const store = await openStore(temporaryFolder(), { clock })
    await store.beginRun({ id: 'r', resume: null })
    const stored = storedReplyOf('yes')
    await Promise.all([store.journal('r').put('k', stored, { shared: true }), store.acceptVectors([{ key: 'v', vector: [1] }])])
    const at = 100 * DAY
    expect([store.lookup('k', at)?.reply, store.lookupVectors(['v'], at)]).toEqual([stored.reply, [[1]]])
    expect([store.lookup('k', at + 1), store.lookupVectors(['v'], at + 1)]).toEqual([undefined, [undefined]])
    expect(store.journal('r').find('k', at + 1)?.stored.reply).toEqual(stored.reply)
    expect(store.journal('other').find('k', at + 1)).toBeUndefined()
    expect([store.lookup('k')?.reply, store.lookupVectors(['v'])]).toEqual([stored.reply, [[1]]])
  })

  it('is replaced by a fresh one', async () => {
    const clock = clockAt(0)
    const store = await openStore(temporaryFolder(), { clock })
    await store.accept('k', storedReplyOf('old'))
    clock.set(2 * DAY)
    await store.accept('k', storedReplyOf('new'))
    expect(store.lookup('k', DAY)).toMatchObject({ reply: { text: 'new' }, receivedAt: 2 * DAY })
  })

  it('does not become young by being accepted again', async () => {
    const clock = clockAt(0)
    const store = await openStore(temporaryFolder(), { clock })
    await store.accept('k', storedReplyOf('old'))
    clock.set(DAY)
    await store.accept('k', store.lookup('k')!)
    expect(store.lookup('k', 1)).toBeUndefined()
  })

  it('is none that seems to come from the future, after a clock was set back', async () => {
    const clock = clockAt(100 * DAY)
    const store = await openStore(temporaryFolder(), { clock })
    await store.accept('k', storedReplyOf('yes'))
    clock.set(1 * DAY)
    await store.beginRun({ id: 'r', resume: null })
    expect(store.lookup('k', 0)?.reply.text).toBe('yes')
    await store.accept('k2', storedReplyOf('no'))
    expect([...store.replies()].map(({ stored }) => stored.reply.text)).toEqual(['yes', 'no'])
  })
})

describe('vectors', () => {
  it('come back to the last bit, each under its key', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    const given = fc.uniqueArray(fc.record({ key: fc.string(), vector: fc.array(fc.double(), { minLength: 1 }) }), {
      selector: ({ key }) => key,
    })
    await fc.assert(
      fc.asyncProperty(given, async (vectors) => {
        await store.acceptVectors(vectors)
        const again = await openStore(folder)
        expect(again.lookupVectors(vectors.map(({ key }) => key))).toEqual(vectors.map(({ vector }) => vector))
        await again.close()
      }),
      {
        numRuns: 25,
        examples: [
          [
            [
              { key: 'k', vector: [-0, 5e-324, 0.1, Infinity, NaN, 1.7976931348623157e308] },
              { key: '', vector: [1] },
            ],
          ],
        ],
      },
    )
  })

  it('of unknown texts are not there, and the later of two counts', async () => {
    const store = await openStore(temporaryFolder())
    await store.acceptVectors([{ key: 'a', vector: [1, 2] }])
    await store.acceptVectors([{ key: 'a', vector: [3] }])
    expect(store.lookupVectors(['b', 'a', 'b'])).toEqual([undefined, [3], undefined])
  })

  it('without numbers are not stored', async () => {
    const store = await openStore(temporaryFolder())
    await store.acceptVectors([
      { key: 'a', vector: [] },
      { key: 'b', vector: [1] },
    ])
    expect([store.lookupVectors(['a', 'b']), store.problem()]).toEqual([[undefined, [1]], undefined])
  })

  it('have a key of model and text, whatever the order of the fingerprint', () => {
    const key = vectorKey({ fingerprint: { a: 1, b: 2 } }, 'x')
    expect(key).toBe(vectorKey({ fingerprint: { b: 2, a: 1 } }, 'x'))
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set([key, vectorKey({ fingerprint: { a: 1, b: 2 } }, 'y'), vectorKey({ fingerprint: { a: 2, b: 2 } }, 'x')]).size).toBe(3)
  })
})

describe('a store that was closed', () => {
  it('has written what was pending, and then neither finds nor saves', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    const put = store.accept('k', storedReplyOf('yes'))
    await store.close()
    await put
    await store.accept('l', storedReplyOf('late'))
    await store.close()
    expect([store.lookup('k'), [...store.replies()], store.stats()]).toEqual([undefined, [], undefined])
    expect((await openStore(folder)).lookup('k')?.reply.text).toBe('yes')
    expect(store.warnings).toEqual([])
  })
})
