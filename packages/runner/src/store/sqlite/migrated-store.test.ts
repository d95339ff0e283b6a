import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../__fixtures__/open-store.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { replyStoreFile } from '../store-folder.ts'

/** A store of format 1, with a run that finished, one that was interrupted, and one that was killed. */
const fixture = fileURLToPath(new URL('../__fixtures__/format-1.sqlite', import.meta.url))

function oldFolder(): string {
  const folder = temporaryFolder()
  copyFileSync(fixture, replyStoreFile(folder))
  return folder
}

describe('a store of format 1', () => {
  it('has all its shared replies, with their calls and what it took to get them, under both keys', async () => {
    const store = await openStore(oldFolder())
    const found = (key: string) => store.lookup(key)?.reply.text
    expect(['a', 'c', 'asked', 'sent', 'e', 'f', 'g'].map(found)).toEqual([
      'of a finished run',
      'accepted',
      'sent otherwise than asked',
      'sent otherwise than asked',
      'the later one',
      'of a killed run',
      'imported',
    ])
    expect(['b', 'd'].map(found)).toEqual([undefined, undefined])
    expect(store.lookup('c')).toMatchObject({ latencyMs: 8.25, attempts: 2, draw: 0, adapter: { provider: 'toy' } })
    const calls = [...store.replies()].map(({ key, stored }) => [key, stored.call?.messages[0]?.parts[0]?.text])
    expect(calls).toContainEqual(['sent', 'asks for sent otherwise than asked'])
    expect(calls).toContainEqual(['g', undefined])
    expect(calls).toHaveLength(7)
    expect(store.lookupVectors(['v'])).toEqual([[0.5]])
    expect(store.warnings).toEqual([])
  })

  it('has the journals of its unfinished runs, each for its own run, and they are resumed', async () => {
    const store = await openStore(oldFolder(), { clock: { now: () => Date.UTC(2026, 0, 2) } })
    expect(store.stats()?.unfinished).toMatchObject([
      { id: 'killed', status: 'running', isAlive: false, replies: 3 },
      { id: 'interrupted', status: 'interrupted', replies: 4, resume: { argv: ['rows.jsonl'] } },
    ])
    const own = (run: string) => ['a', 'c', 'asked', 'sent', 'd', 'e', 'f'].map((key) => store.journal(run).find(key)?.stored.reply.text)
    const both = 'sent otherwise than asked'
    expect(own('interrupted')).toEqual([undefined, 'accepted', both, both, 'unreadable', 'replaced later', undefined])
    expect(own('killed')).toEqual([undefined, undefined, undefined, undefined, 'unreadable there, too', 'the later one', 'of a killed run'])
    expect(own('finished')).toEqual(Array.from({ length: 7 }, () => undefined))
    expect(store.journal('interrupted').vectors(['v'])).toEqual([[0.25, -1]])
    expect(await store.beginRun({ id: 'interrupted', resume: null })).toBe(true)
    expect(store.journal('interrupted').find('d')).toMatchObject({ from: 'journal' })
    await store.endRun('interrupted', 'finished')
    expect(store.stats()?.adapters).toMatchObject([{ stored: 6, journaled: 1 }])
  })

  it('leaves out what does not lead to its reply, and warns of a reply that is not what was written', async () => {
    const folder = oldFolder()
    const database = new DatabaseSync(replyStoreFile(folder))
    database.exec(`UPDATE store SET reply = (SELECT reply FROM store WHERE key = 'c') WHERE key = 'f';
      UPDATE replies SET reply = replace(reply, 'imported', 'invented')`)
    database.close()
    const store = await openStore(folder)
    expect([store.lookup('f'), store.warnings]).toEqual([undefined, []])
    expect(store.lookup('g')).toBeUndefined()
    expect(store.warnings).toEqual([expect.stringContaining('a reply is not what was written')])
  })

  it('stays as it was where it cannot be brought over', async () => {
    const folder = oldFolder()
    const database = new DatabaseSync(replyStoreFile(folder))
    database.exec('DROP TABLE journal')
    database.close()
    expect((await openStore(folder)).problem()).toMatchObject({ kind: 'damaged' })
    const after = new DatabaseSync(replyStoreFile(folder))
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
    expect(after.prepare('SELECT count(*) AS count FROM store').get()).toEqual({ count: 7 })
    after.close()
  })
})
