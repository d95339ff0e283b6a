import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startChild } from './__fixtures__/child.ts'
import { storedReplyOf } from './__fixtures__/stored-reply-of.ts'
import { openStore, type Opened } from './__fixtures__/open-store.ts'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'
import { replyStoreFile } from './store-folder.ts'

const isRoot = process.getuid?.() === 0
const canMount =
  isRoot && process.platform === 'linux' && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** Everything a run does with a store: none of it may throw or reject. */
async function useAll(store: Opened): Promise<void> {
  expect(await store.beginRun({ id: 'new', resume: null })).toBe(true)
  await Promise.all([
    store.journal('new').put('k', storedReplyOf('yes'), { shared: true }),
    store.journal('new').put('own', storedReplyOf('yes')),
    store.accept('j', storedReplyOf('yes')),
    store.acceptVectors([{ key: 'v', vector: [1] }]),
  ])
  store.journal('new').find('k')
  for (let index = 0; index < 200; index++) store.lookup(`${index}`)
  expect(store.lookupVectors(['v', 'w'])).toHaveLength(2)
  store.lastUnfinishedRun()
  store.run('new')
  store.stats()
  for (const { stored } of store.replies()) expect(stored.reply.text).toMatch(/^(?:reply \d+ \.+|yes|x+)$/)
  await store.endRun('new', 'finished')
  await store.prune()
}

async function filled(folder: string, { pad = 3000, count = 200 } = {}): Promise<string> {
  const store = await openStore(folder)
  const text = (index: number) => `reply ${index} ${'.'.repeat(pad)}`
  await Promise.all(Array.from({ length: count }, (_, index) => store.accept(`${index}`, storedReplyOf(text(index)))))
  await store.close()
  return replyStoreFile(folder)
}

describe('a file that is no store', () => {
  it.each([
    ['garbage', 'this is a text file, and a long one at that. '.repeat(100)],
    ['a short text', 'x'],
    ['a wrong magic', Buffer.concat([Buffer.from('SQLite format 9\0'), Buffer.alloc(8176, 7)])],
  ])('such as %s is reported once, with its name and what to do, and not changed', async (_what, content) => {
    const folder = temporaryFolder()
    const file = replyStoreFile(folder)
    writeFileSync(file, content)
    const store = await openStore(folder)
    await useAll(store)
    expect(store.warnings).toEqual([`${store.problem()?.message} The run goes on without a store: replies are neither found nor stored.`])
    expect(store.problem()).toMatchObject({ kind: 'damaged' })
    expect(store.warnings[0]).toContain(file)
    expect(store.warnings[0]).toContain('"assay store prune" moves it aside')
    expect(readFileSync(file)).toEqual(Buffer.from(content))
    expect(readdirSync(folder)).toEqual(['replies.sqlite'])
  })

  it('such as the database of another program is not touched', async () => {
    const folder = temporaryFolder()
    const file = replyStoreFile(folder)
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE store (mine TEXT); INSERT INTO store VALUES (1)')
    other.close()
    const before = readFileSync(file)
    const store = await openStore(folder)
    await useAll(store)
    expect(store.warnings).toEqual([expect.stringContaining('it is the database of another program')])
    await store.close()
    expect(readFileSync(file)).toEqual(before)
  })
})

describe('a file that was damaged', () => {
  it('by losing its end serves what is whole, warns once, and is not written to again', async () => {
    const folder = temporaryFolder()
    const file = await filled(folder)
    truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)
    const before = readFileSync(file)
    const store = await openStore(folder)
    await useAll(store)
    expect(store.warnings).toHaveLength(1)
    expect(store.warnings[0]).toContain(file)
    expect(store.problem()).toMatchObject({ kind: 'damaged' })
    await store.close()
    expect(readFileSync(file)).toEqual(before)
  })

  it('in any one page never serves a reply that is not what was written, and never fails', async () => {
    const folder = temporaryFolder()
    const file = await filled(folder, { count: 30 })
    const one = await openStore(folder)
    await one.beginRun({ id: 'old', resume: null })
    await one.endRun('old', 'interrupted')
    await one.close()
    const whole = readFileSync(file)
    const pages = whole.length / 4096
    const noticed: number[] = []
    let served = 0
    for (let page = 1; page < pages; page += 2) {
      const damaged = Buffer.from(whole)
      damaged.fill(0x2e, page * 4096 + 100, page * 4096 + 3000)
      writeFileSync(file, damaged)
      // Also with a run first: whichever table is broken, nothing rejects.
      const first = await openStore(folder)
      await useAll(first)
      await first.close()
      writeFileSync(file, damaged)
      const store = await openStore(folder)
      for (let index = 0; index < 30; index++) {
        const text = store.lookup(`${index}`)?.reply.text
        if (text === undefined) continue
        expect(text).toBe(`reply ${index} ${'.'.repeat(3000)}`)
        served++
      }
      await useAll(store)
      if (store.problem() !== undefined) noticed.push(page)
      expect(store.warnings.length).toBeLessThanOrEqual(1)
      await store.close()
    }
    expect(noticed.length).toBeGreaterThan(3)
    expect(served, 'whole replies are served on').toBeGreaterThan(100)
  })

  it('inside a text, where SQLite sees nothing, is noticed by the check sum', async () => {
    const folder = temporaryFolder()
    const file = await filled(folder, { pad: 20_000 })
    const bytes = readFileSync(file)
    const at = bytes.indexOf('.'.repeat(4000))
    bytes.write('THIS IS FALSE', at + 1000)
    writeFileSync(file, bytes)
    const store = await openStore(folder)
    const found = Array.from({ length: 200 }, (_, index) => store.lookup(`${index}`))
    expect(found.filter((stored) => stored === undefined)).toHaveLength(1)
    expect(JSON.stringify(found)).not.toContain('FALSE')
    expect(store.warnings).toEqual([expect.stringContaining('a reply is not what was written')])
  })

  it('so that a key leads to the reply of another is noticed by the check sum', async () => {
    const folder = temporaryFolder()
    const file = await filled(folder, { count: 3 })
    const database = new DatabaseSync(file)
    database.exec(`UPDATE replies SET key = '3' WHERE key = '2'; UPDATE replies SET key = '2' WHERE key = '1'`)
    database.close()
    const store = await openStore(folder)
    expect(['0', '1', '2'].map((key) => store.lookup(key)?.reply.text.slice(0, 7))).toEqual(['reply 0', undefined, undefined])
    expect(store.warnings).toEqual([expect.stringContaining('a reply is not what was written')])
  })

  it('inside a vector is noticed by the check sum', async () => {
    const folder = temporaryFolder()
    const one = await openStore(folder)
    await one.acceptVectors([{ key: 'v', vector: Array.from({ length: 512 }, () => 0.5) }])
    await one.close()
    const bytes = readFileSync(replyStoreFile(folder))
    const at = bytes.indexOf(Buffer.from(Float64Array.from([0.5, 0.5, 0.5, 0.5]).buffer))
    bytes.writeUInt8(1, at + 16)
    writeFileSync(replyStoreFile(folder), bytes)
    const store = await openStore(folder)
    expect(store.lookupVectors(['v'])).toEqual([undefined])
    expect(store.warnings).toEqual([expect.stringContaining('a vector is not what was written')])
  })
})

describe('a folder that cannot be used', () => {
  it('since it is a file costs the run its store and nothing else', async () => {
    const folder = join(temporaryFolder(), 'file')
    writeFileSync(folder, 'mine')
    const store = await openStore(folder)
    await useAll(store)
    expect(store.warnings).toEqual([expect.stringContaining(`${replyStoreFile(folder)} cannot be used (`)])
    expect(store.problem()).toMatchObject({ kind: 'unusable' })
    expect(readFileSync(folder, 'utf8')).toBe('mine')
  })

  it('since its file is a folder, too', async () => {
    const folder = temporaryFolder()
    mkdirSync(replyStoreFile(folder))
    const store = await openStore(folder)
    await useAll(store)
    expect(store.warnings).toEqual([expect.stringContaining('name another one')])
  })

  // Root may write everywhere, except where the file system itself is read-only.
  it.skipIf(isRoot && !canMount).each(['empty', 'filled'])('since it is read-only and %s, too', async (what) => {
    const folder = temporaryFolder()
    if (what === 'filled') await filled(folder)
    if (isRoot) {
      mount('--bind', folder, folder)
      mount('-o', 'remount,ro,bind', folder)
      onTestFinished(() => void spawnSync('umount', [folder]))
    } else {
      chmodSync(folder, 0o500)
      if (what === 'filled') chmodSync(replyStoreFile(folder), 0o400)
      onTestFinished(() => chmodSync(folder, 0o700))
    }
    const store = await openStore(folder)
    await useAll(store)
    await store.close()
    expect(store.warnings).toEqual([expect.stringContaining('Make its folder writable, or name another one')])
  })
})

describe.skipIf(process.platform === 'win32')('a file that goes away while it is used', () => {
  it.each(['deleted', 'replaced'])('is reported once, at the latest when it is closed: %s', async (how) => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    await store.beginRun({ id: 'r', resume: null })
    await store.journal('r').put('k', storedReplyOf('yes'))
    rmSync(replyStoreFile(folder))
    if (how === 'replaced') writeFileSync(replyStoreFile(folder), '')
    else expect(store.run('r')).toBeUndefined()
    await store.endRun('r', 'interrupted')
    await store.close()
    expect(store.warnings).toEqual([expect.stringMatching(/replies\.sqlite was deleted or moved while it was in use\..*cannot be resumed/)])
  })

  it('does not matter before a run has begun in it', async () => {
    const folder = temporaryFolder()
    const store = await openStore(folder)
    rmSync(replyStoreFile(folder))
    await store.close()
    expect(store.warnings).toEqual([])
  })
})

describe('a disk without room', () => {
  it('saves what it can, warns once, and lets every put resolve', async () => {
    const folder = temporaryFolder()
    const child = startChild('put-until-full.ts', [folder], { prefix: ['sh', '-c', 'ulimit -f 4000; exec "$@"', 'sh'] })
    const { out, err, code } = await child.ended
    expect([err, code]).toEqual(['', 0])
    const { warnings, found, problem } = JSON.parse(out)
    expect(warnings).toEqual([`${problem.message} The run goes on: replies are not stored from here on; intact replies are still used.`])
    expect(problem).toMatchObject({ kind: 'unusable', message: expect.stringContaining(replyStoreFile(folder)) })
    expect(found).toBeGreaterThan(1)
    expect(found).toBeLessThan(100)
    const after = await openStore(folder)
    expect(after.run('r')).toMatchObject({ replies: found })
    await useAll(after)
    expect(after.warnings).toEqual([])
  })

  it.skipIf(!canMount)('as on a file system that is full, says so', async () => {
    const folder = temporaryFolder()
    mount('-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder)
    onTestFinished(() => void spawnSync('umount', [folder]))
    const { out, err } = await startChild('put-until-full.ts', [folder]).ended
    expect(err).toBe('')
    const { warnings, found } = JSON.parse(out)
    expect(warnings).toEqual([expect.stringContaining(`There is no room left to write ${replyStoreFile(folder)}`)])
    expect(found).toBeGreaterThan(1)
    expect(found).toBeLessThan(100)
  })

  it.skipIf(!canMount)('from the start costs the run its store and nothing else', async () => {
    const folder = temporaryFolder()
    mount('-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder)
    onTestFinished(() => void spawnSync('umount', [folder]))
    const store = await openStore(folder)
    await useAll(store)
    await store.close()
    expect(store.warnings).toHaveLength(1)
  })
})

it('a damaged file is still there after a run', async () => {
  const folder = temporaryFolder()
  const file = await filled(folder)
  copyFileSync(file, `${file}.copy`)
  truncateSync(file, 5000)
  await useAll(await openStore(folder))
  expect(existsSync(file)).toBe(true)
  expect(statSync(file).size).toBe(5000)
})

function mount(...args: string[]): void {
  expect(spawnSync('mount', args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
}
