import { callKey } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callOf, keptOf } from './__fixtures__/kept-of.ts'
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

describe('a reply that was kept', () => {
  it('is found after reopening as it was, with what it took to get it', async () => {
    const folder = temporaryFolder()
    const kept = keptOf('yes', { draw: 2, latencyMs: 0.125, attempts: 3, receivedAt: 1234 })
    const one = await openStore(folder)
    await one.beginRun({ id: 'r', resume: null })
    await one.journal('r').put('j', kept)
    await one.journal('r').put('s', kept, { shared: true })
    await one.close()
    const two = await openStore(folder)
    const { call, ...rest } = kept
    expect(two.journal('r').find('j')?.kept).toEqual(rest)
    expect(two.lookup('s')).toEqual(rest)
    expect(two.journal('r').find('s')).toEqual({ kept: rest, from: 'journal' })
    expect([...two.replies()]).toEqual([{ key: 's', kept: { ...rest, call } }])
    expect([one.warnings, two.warnings]).toEqual([[], []])
  })

  it('is found while it is on its way into the file', async () => {
    const store = await openStore(temporaryFolder())
    const kept = keptOf('yes')
    const put = [store.journal('r').put('k', kept, { shared: true, sentKey: 'sent' }), store.journal('r').put('own', kept)]
    for (const key of ['k', 'sent']) expect([store.journal('r').find(key)?.kept, store.lookup(key)]).toEqual([kept, kept])
    expect([store.journal('r').find('own'), store.lookup('own')]).toEqual([{ kept, from: 'part' }, undefined])
    expect(store.journal('other').find('k', 0)).toEqual({ kept, from: 'store' })
    await Promise.all(put)
  })

  it('keeps every text exactly, also lone surrogates and NUL', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    const texts = fc.uniqueArray(
      fc.oneof(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) }), fc.string()),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        await Promise.all(all.map((text) => store.accept(JSON.stringify(text), keptOf(text, { call: callOf(text) }))))
        const again = await openStore(folder)
        expect(all.map((text) => again.lookup(JSON.stringify(text))?.reply.text)).toEqual(all)
        const calls = new Set([...again.replies()].map(({ kept }) => kept.call?.messages[0]?.parts[0]?.text))
        expect(all.filter((text) => !calls.has(text))).toEqual([])
        await again.close()
      }),
      { numRuns: 25, examples: [[['\0', 'a\0b', '\ud800', 'x\udfff', '\ufeff', '']]] },
    )
  })

  it('loses of its call only what changes no reply', async () => {
    const store = await openStore(temporaryFolder())
    const marked = { messages: [{ role: 'user' as const, parts: [{ text: 'hi', cache: true as const }] }], temperature: 0, seed: 7 }
    const kept = keptOf('yes', { call: { ...marked, droppable: ['seed'] } })
    await store.accept('k', kept)
    const call = [...store.replies()][0]?.kept.call
    expect(call).toEqual({ ...callOf('hi'), temperature: 0, seed: 7 })
    expect(call && callKey(kept.adapter, call)).toBe(callKey(kept.adapter, marked))
  })

  it('gives way to a later one under the same key, and leaves nothing behind', async () => {
    const store = await openStore(temporaryFolder())
    await store.beginRun({ id: 'r', resume: null })
    for (const text of ['one', 'two']) {
      await store.journal('r').put('j', keptOf(text))
      await store.journal('r').put('s', keptOf(text), { shared: true })
    }
    expect([store.journal('r').find('j')?.kept.reply.text, store.lookup('s')?.reply.text]).toEqual(['two', 'two'])
    await store.endRun('r', 'finished')
    expect(store.stats()?.adapters).toMatchObject([{ stored: 1, journaled: 0 }])
    expect(await store.prune()).toMatchObject({ replies: 0 })
  })

  it('counts as it was put last, also where one of both was shared', async () => {
    const store = await openStore(temporaryFolder())
    await store.beginRun({ id: 'r', resume: null })
    const journal = store.journal('r')
    for (const [at, shared] of [true, false, true, true].entries()) {
      await journal.put('k', keptOf(`${at}`), { shared })
      expect(journal.find('k')?.kept.reply.text).toBe(`${at}`)
    }
    expect(store.lookup('k')?.reply.text).toBe('3')
  })

  it('stays with its unfinished run where another one shares a later one', async () => {
    const store = await openStore(temporaryFolder())
    for (const id of ['one', 'two']) {
      await store.beginRun({ id, resume: null })
      await store.journal(id).put('k', keptOf(id), { shared: true })
    }
    await store.endRun('one', 'interrupted')
    expect([store.lookup('k')?.reply.text, store.journal('one').find('k')?.kept.reply.text]).toEqual(['two', 'one'])
    await store.endRun('two', 'finished')
    expect(store.journal('one').find('k', 0)).toMatchObject({ kept: { reply: { text: 'one' } }, from: 'journal' })
    await store.endRun('one', 'finished')
    expect(store.stats()?.adapters).toMatchObject([{ stored: 1, journaled: 0 }])
  })

  it('has two keys where its call was sent otherwise than it was asked, and stands in the file once', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    await store.beginRun({ id: 'r', resume: null })
    const all = Array.from({ length: 120 }, (_, index) => keptOf(`${index}`))
    const keys = (index: number) => [`asked ${index}`, `sent ${index}`]
    await Promise.all(all.map((kept, index) => store.journal('r').put(`asked ${index}`, kept, { shared: true, sentKey: `sent ${index}` })))
    expect(store.stats()?.adapters).toMatchObject([{ stored: 120, journaled: 0 }])
    expect(store.run('r')?.replies).toBe(120)
    const again = await openStore(folder)
    const found = (key: string) => [again.lookup(key)?.reply.text, again.journal('r').find(key)?.kept.reply.text]
    for (const [index] of all.entries()) expect(keys(index).flatMap(found)).toEqual(Array.from({ length: 4 }, () => `${index}`))
    const expected = all.flatMap((kept, index) => keys(index).map((key) => [key, kept.call]))
    expect([...again.replies()].map(({ key, kept }) => [key, kept.call])).toEqual(expected)
    await store.endRun('r', 'finished')
    expect(await store.prune()).toMatchObject({ replies: 0 })
  })

  it('that is no JSON is not kept, which is told once, and all others are', async () => {
    const store = await openStore(temporaryFolder())
    const odd = keptOf('yes', { adapter: { ...keptOf('').adapter, fingerprint: { n: 1n } as never } })
    await Promise.all([store.accept('a', odd), store.accept('b', odd), store.accept('c', keptOf('fine'))])
    expect(store.warnings).toEqual([expect.stringMatching(/^A reply of toy:toy-1 is not kept, since it is no JSON: .*bigint/)])
    expect([store.lookup('a'), store.lookup('b'), store.lookup('c')?.reply.text]).toEqual([undefined, undefined, 'fine'])
  })
})

describe('who may have a reply', () => {
  it('a journaled reply is served to its own run alone, and not to all until it is accepted', async () => {
    const store = await openStore(temporaryFolder())
    const rejected = keptOf('not JSON')
    await store.journal('mine').put('k', rejected, { sentKey: 'sent' })
    for (const key of ['k', 'sent']) {
      expect(store.journal('mine').find(key)?.kept.reply).toEqual(rejected.reply)
      expect([store.journal('other').find(key, 0), store.lookup(key)]).toEqual([undefined, undefined])
    }
    await store.journal('mine').put('k', rejected, { shared: true, sentKey: 'sent' })
    for (const key of ['k', 'sent']) {
      expect(store.journal('other').find(key)).toBeUndefined()
      expect(store.journal('other').find(key, 0)).toMatchObject({ kept: { reply: rejected.reply }, from: 'store' })
    }
  })

  it('an accepted reply is in no journal', async () => {
    const store = await openStore(temporaryFolder())
    await store.accept('k', keptOf('yes'))
    expect(store.journal('r').find('k')?.kept).toBeUndefined()
  })
})

describe('a reply that is too old', () => {
  it('is not served to who asks for a younger one, and stays for others', async () => {
    const clock = clockAt(100 * DAY)
    const store = await openStore(temporaryFolder(), { clock })
    await store.beginRun({ id: 'r', resume: null })
    const kept = keptOf('yes')
    await Promise.all([store.journal('r').put('k', kept, { shared: true }), store.acceptVectors([{ key: 'v', vector: [1] }])])
    const at = 100 * DAY
    expect([store.lookup('k', at)?.reply, store.lookupVectors(['v'], at)]).toEqual([kept.reply, [[1]]])
    expect([store.lookup('k', at + 1), store.lookupVectors(['v'], at + 1)]).toEqual([undefined, [undefined]])
    expect(store.journal('r').find('k', at + 1)?.kept.reply).toEqual(kept.reply)
    expect(store.journal('other').find('k', at + 1)).toBeUndefined()
    expect([store.lookup('k')?.reply, store.lookupVectors(['v'])]).toEqual([kept.reply, [[1]]])
  })

  it('is replaced by a fresh one', async () => {
    const clock = clockAt(0)
    const store = await openStore(temporaryFolder(), { clock })
    await store.accept('k', keptOf('old'))
    clock.set(2 * DAY)
    await store.accept('k', keptOf('new'))
    expect(store.lookup('k', DAY)).toMatchObject({ reply: { text: 'new' }, receivedAt: 2 * DAY })
  })

  it('does not become young by being accepted again', async () => {
    const clock = clockAt(0)
    const store = await openStore(temporaryFolder(), { clock })
    await store.accept('k', keptOf('old'))
    clock.set(DAY)
    await store.accept('k', store.lookup('k')!)
    expect(store.lookup('k', 1)).toBeUndefined()
  })

  it('is none that seems to come from the future, after a clock was set back', async () => {
    const clock = clockAt(100 * DAY)
    const store = await openStore(temporaryFolder(), { clock })
    await store.accept('k', keptOf('yes'))
    clock.set(1 * DAY)
    await store.beginRun({ id: 'r', resume: null })
    expect(store.lookup('k', 0)?.reply.text).toBe('yes')
    await store.accept('k2', keptOf('no'))
    expect([...store.replies()].map(({ kept }) => kept.reply.text)).toEqual(['yes', 'no'])
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

  it('without numbers are not kept', async () => {
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
  it('has written what was waiting, and then neither finds nor keeps', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    const put = store.accept('k', keptOf('yes'))
    await store.close()
    await put
    await store.accept('l', keptOf('late'))
    await store.close()
    expect([store.lookup('k'), [...store.replies()], store.stats()]).toEqual([undefined, [], undefined])
    expect((await openStore(folder)).lookup('k')?.reply.text).toBe('yes')
    expect(store.warnings).toEqual([])
  })
})
