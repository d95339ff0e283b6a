import { describe, expect, it } from 'vitest'
import { startChild } from './__fixtures__/child.ts'
import { storedReplyOf } from './__fixtures__/stored-reply-of.ts'
import { openStore } from './__fixtures__/open-store.ts'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
import { DatabaseSync } from 'node:sqlite'
import { replyStoreFile } from './store-folder.ts'

const linesOf = (out: string): string[] => out.split('\n').filter((line) => line !== '')

describe('a process that is killed while it writes', () => {
  it('loses no reply whose put had resolved, however often, and the next one goes on from there', async () => {
    const folder = temporaryFolder()
    const committed: string[] = []
    for (const [time, lines] of [1, 60, 7, 200].entries()) {
      const child = startChild('write-forever.ts', [folder, 'r', `${time}`])
      await child.printed(lines)
      child.kill()
      const { out, err } = await child.ended
      expect(err).toBe('')
      // The last line may be half of one.
      committed.push(...out.slice(0, out.lastIndexOf('\n')).split('\n'))
    }
    expect(committed.length).toBeGreaterThanOrEqual(268)
    const store = await openStore(folder)
    const lost = committed.filter((key) => store.journal('r').find(key)?.stored.reply.text !== key || store.lookup(key)?.reply.text !== key)
    expect(lost).toEqual([])
    expect(store.lastUnfinishedRun()?.replies).toBeGreaterThanOrEqual(committed.length)
    expect(store.warnings).toEqual([])
  })

  it('leaves no more behind than what was in flight', async () => {
    const folder = temporaryFolder()
    const child = startChild('write-forever.ts', [folder, 'r', 'k'])
    await child.printed(100)
    child.kill()
    const { out } = await child.ended
    const store = await openStore(folder)
    const replies = store.run('r')?.replies ?? 0
    expect(replies - linesOf(out).length).toBeLessThanOrEqual(4)
  })
})

describe('several processes', () => {
  it('may make a store and write to it at the same time, and nothing is lost', async () => {
    const folder = temporaryFolder()
    const children = ['a', 'b', 'c'].map((name) => startChild('write-forever.ts', [folder, name, name, '150']))
    const ended = await Promise.all(children.map((child) => child.ended))
    expect(ended.map(({ err, code }) => [err, code])).toEqual([
      ['', 0],
      ['', 0],
      ['', 0],
    ])
    const store = await openStore(folder)
    const keys = ended.flatMap(({ out }) => linesOf(out))
    expect(new Set(keys).size).toBe(450)
    expect(keys.filter((key) => store.lookup(key)?.reply.text !== key)).toEqual([])
    expect(['a', 'b', 'c'].map((run) => store.run(run)?.replies)).toEqual([150, 150, 150])
    expect(store.journal('a').find('b-0')?.stored).toBeUndefined()
  })

  it('see what the others accepted, and may accept the same', async () => {
    const folder = temporaryFolder()
    let now = 0
    const [one, two] = [await openStore(folder), await openStore(folder, { clock: { now: () => now } })]
    await one.accept('k', storedReplyOf('first'))
    // A file that was empty is not looked at for every key.
    expect(two.lookup('k')).toBeUndefined()
    now = 100
    expect(two.lookup('k')?.reply.text).toBe('first')
    const three = await openStore(folder)
    await one.accept('l', storedReplyOf('at once'))
    expect(three.lookup('l')?.reply.text).toBe('at once')
    await two.accept('k', storedReplyOf('second'))
    expect([one.lookup('k')?.reply.text, one.problem(), two.problem()]).toEqual(['second', undefined, undefined])
  })

  it('wait for one that holds the file, without giving up, and without holding up their own work', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    const holder = new DatabaseSync(replyStoreFile(folder))
    holder.exec('BEGIN IMMEDIATE')
    let isKept = false
    const put = store.accept('k', storedReplyOf('yes')).then(() => {
      isKept = true
    })
    // SQLite's own waiting holds everything up; in between, timers of the run fire.
    for (let turns = 0; turns < 4; turns++) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(isKept).toBe(false)
    expect(store.lookup('k')?.reply.text).toBe('yes')
    holder.exec('COMMIT')
    holder.close()
    await put
    expect(store.lookup('k')?.reply.text).toBe('yes')
    expect(store.warnings).toEqual([])
  })
})
