import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startChild } from './__fixtures__/child.ts'
import { storedReplyOf } from './__fixtures__/stored-reply-of.ts'
import { openStore } from './__fixtures__/open-store.ts'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'

const DAY = 86_400_000

describe('a run', () => {
  it('that finished has no journal any more, and what it accepted stays', async () => {
    const store = await openStore(temporaryFolder(), { clock: { now: () => 5 } })
    await store.beginRun({ id: 'r', resume: { argv: ['a'] } })
    const many = Array.from({ length: 1201 }, (_, index) => storedReplyOf(`${index}`))
    await Promise.all(many.map((stored, index) => store.journal('r').put(`${index}`, stored)))
    await store.journal('r').put('7', many[7]!, { shared: true })
    expect(store.run('r')).toEqual({
      id: 'r',
      startedAt: 5,
      finishedAt: null,
      status: 'running',
      isAlive: true,
      resume: { argv: ['a'] },
      replies: 1201,
    })
    await store.endRun('r', 'finished')
    expect(store.run('r')).toMatchObject({ finishedAt: 5, status: 'finished', isAlive: false, replies: 0 })
    expect(store.journal('r').find('7')?.stored).toBeUndefined()
    expect(store.lookup('7')?.reply.text).toBe('7')
    expect(store.stats()?.adapters).toMatchObject([{ stored: 1, journaled: 0 }])
    expect(store.lastUnfinishedRun()).toBeUndefined()
  })

  it('that was interrupted can be taken up with its journal, under what the command knew last', async () => {
    const folder = temporaryFolder()
    const one = await openStore(folder)
    await one.beginRun({ id: 'r', resume: { concurrency: 8 } })
    await one.journal('r').put('k', storedReplyOf('yes'))
    await one.endRun('r', 'interrupted')
    await one.close()
    const two = await openStore(folder)
    expect(two.lastUnfinishedRun()).toMatchObject({
      id: 'r',
      status: 'interrupted',
      isAlive: false,
      resume: { concurrency: 8 },
      replies: 1,
    })
    expect(await two.beginRun({ id: 'r', resume: { concurrency: 2 } })).toBe(true)
    expect(two.run('r')).toMatchObject({ status: 'running', finishedAt: null, isAlive: true, resume: { concurrency: 2 } })
    expect(two.journal('r').find('k')?.stored.reply.text).toBe('yes')
  })

  it('is the last by the order of beginning, also when the clock was set back, and a resumed one is the last again', async () => {
    let time = 1000 * DAY
    const store = await openStore(temporaryFolder(), { clock: { now: () => time } })
    for (const id of ['a', 'b', 'c']) {
      await store.beginRun({ id, resume: null })
      await store.endRun(id, id === 'c' ? 'finished' : 'interrupted')
      time -= DAY
    }
    expect(store.lastUnfinishedRun()?.id).toBe('b')
    await store.beginRun({ id: 'a', resume: null })
    await store.endRun('a', 'interrupted')
    expect(store.lastUnfinishedRun()?.id).toBe('a')
    expect(store.stats()?.unfinished.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('that is not known is not there', async () => {
    const store = await openStore(temporaryFolder())
    expect([store.run('r'), store.lastUnfinishedRun(), store.journal('r').find('k')?.stored]).toEqual([undefined, undefined, undefined])
  })

  it('of a living process is not to be taken up, and of a killed one is', async () => {
    const folder = temporaryFolder()
    const child = startChild('write-forever.ts', [folder, 'theirs', 'k'])
    await child.printed(1)
    const store = await openStore(folder)
    expect(store.run('theirs')).toMatchObject({ status: 'running', isAlive: true })
    expect(store.lastUnfinishedRun()).toBeUndefined()
    expect(await store.beginRun({ id: 'theirs', resume: 'mine now' })).toBe(false)
    expect(store.run('theirs')?.resume).toEqual({ argv: ['rows.jsonl'] })
    child.kill()
    await child.ended
    expect(store.lastUnfinishedRun()).toMatchObject({ id: 'theirs', status: 'running', isAlive: false })
    expect(await store.beginRun({ id: 'theirs', resume: 'mine now' })).toBe(true)
    expect(store.run('theirs')).toMatchObject({ resume: 'mine now', isAlive: true })
  })

  it('keeps its journal for 30 days after it was interrupted, or last taken up', async () => {
    let time = 0
    const store = await openStore(temporaryFolder(), { clock: { now: () => time } })
    for (const id of ['left', 'taken up']) {
      await store.beginRun({ id, resume: null })
      await store.journal(id).put('k', storedReplyOf(id))
      await store.endRun(id, 'interrupted')
    }
    time = 20 * DAY
    await store.beginRun({ id: 'taken up', resume: null })
    await store.endRun('taken up', 'interrupted')
    time = 30 * DAY
    await store.beginRun({ id: 'today', resume: null })
    expect(store.journal('left').find('k')?.stored.reply.text).toBe('left')
    time += 1
    await store.beginRun({ id: 'tomorrow', resume: null })
    expect([store.journal('left').find('k')?.stored, store.run('left')]).toEqual([undefined, undefined])
    expect(store.journal('taken up').find('k')?.stored.reply.text).toBe('taken up')
    time = 1000 * DAY
    await store.beginRun({ id: 'much later', resume: null })
    expect(store.run('today'), 'a run of ours that goes on is never given up').toBeDefined()
  })
})

describe('pruning', () => {
  it('deletes what is older than the given age, except the journals of running runs, and frees the space', async () => {
    let time = 10 * DAY
    const store = await openStore(temporaryFolder(), { clock: { now: () => time } })
    await store.beginRun({ id: 'interrupted', resume: null })
    await store.beginRun({ id: 'on', resume: null })
    const big = (name: string) => storedReplyOf(`${name}${'.'.repeat(50_000)}`)
    for (const run of ['interrupted', 'on']) await store.journal(run).put(run, big(run))
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.accept(`old ${index}`, big(`old ${index}`))))
    await store.acceptVectors([{ key: 'old', vector: [1] }])
    await store.endRun('interrupted', 'interrupted')
    time = 20 * DAY
    await store.accept('new', big('new'))
    await store.acceptVectors([{ key: 'new', vector: [1] }])
    expect(await store.prune({ olderThanMs: 10 * DAY })).toMatchObject({ replies: 0, vectors: 0, runs: 0 })
    const pruned = await store.prune({ olderThanMs: 5 * DAY })
    expect(pruned).toMatchObject({ replies: 21, vectors: 1, runs: 1 })
    expect(pruned.bytes).toBeGreaterThan(1_000_000)
    expect(store.lookup('new')?.reply.text.slice(0, 4)).toBe('new.')
    expect([store.lookup('old 3'), store.run('interrupted')]).toEqual([undefined, undefined])
    expect(store.lookupVectors(['old', 'new'])).toEqual([undefined, [1]])
    expect(store.journal('on').find('on')?.stored.reply.text.slice(0, 3)).toBe('on.')
  })

  it('without an age deletes only what no run can use', async () => {
    let time = 0
    const store = await openStore(temporaryFolder(), { clock: { now: () => time } })
    await store.beginRun({ id: 'r', resume: null })
    await store.journal('r').put('k', storedReplyOf('journaled'))
    await store.accept('s', storedReplyOf('stored'))
    await store.endRun('r', 'interrupted')
    time = 29 * DAY
    expect(await store.prune()).toMatchObject({ replies: 0, runs: 0 })
    time = 31 * DAY
    expect(await store.prune()).toMatchObject({ replies: 1, runs: 1 })
    expect(store.lookup('s')?.reply.text).toBe('stored')
  })

  it('by another process takes nothing from a run that has just read it', async () => {
    const folder = temporaryFolder()
    const [ours, theirs] = [await openStore(folder), await openStore(folder, { clock: { now: () => Date.now() + DAY } })]
    await ours.accept('k', storedReplyOf('yes'))
    const found = ours.lookup('k')!
    await theirs.prune({ olderThanMs: 0 })
    expect(ours.lookup('k')).toBeUndefined()
    await ours.journal('r').put('k', found, { shared: true })
    const again = await openStore(folder)
    expect([again.journal('r').find('k')?.stored.reply, again.lookup('k')?.reply]).toEqual([found.reply, found.reply])
  })

  it('by another process while a run goes on loses nothing of it', async () => {
    const folder = temporaryFolder()
    const child = startChild('write-forever.ts', [folder, 'theirs', 'k'])
    const store = await openStore(folder)
    await child.printed(20)
    for (let times = 0; times < 5; times++) {
      await store.prune({ olderThanMs: 0 })
      await child.printed(40 * (times + 1))
    }
    child.kill()
    const { out, err } = await child.ended
    expect(err).toBe('')
    const keys = out.trimEnd().split('\n')
    expect(keys.filter((key) => store.journal('theirs').find(key)?.stored.reply.text !== key)).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  })
})
