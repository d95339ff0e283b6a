import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { callKey, type LLMCall, unknownUsage } from '@assay/core'
import { record, replay } from '@assay/provider-recorded'
import { type StoredReply, openReplyStore, type FolderReplyStore, replyStoreFile } from '@assay/runner'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runAssay, runAssayProcess } from '../../__fixtures__/run-assay.ts'

const DAY = 86_400_000
const adapter = scriptedAdapter(({ messages }) => `answer to ${messages[0]?.parts[0]?.text}`)
const callOf = (text: string): LLMCall => ({ messages: [{ role: 'user', parts: [{ text }] }] })

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-store-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function withStore(cwd: string, use: (store: FolderReplyStore) => Promise<void>, folder = '.assay'): Promise<void> {
  const store = await openReplyStore({ folder: join(cwd, folder), onWarning: (message) => expect.unreachable(message) })
  await use(store)
  await store.close()
}

function storedReplyOf(text: string, more: Partial<StoredReply> = {}): StoredReply {
  const reply = { text: `answer to ${text}`, finishReason: 'stop' as const, usage: unknownUsage(), modelId: 'scripted' }
  return { reply, draw: 0, latencyMs: 5, attempts: 1, call: callOf(text), adapter, ...more }
}

async function accept(store: FolderReplyStore, kept: StoredReply): Promise<void> {
  await store.accept(callKey(kept.adapter, kept.call ?? callOf(''), kept.draw), kept)
}

describe('assay store stats', () => {
  it('says what is kept, for whom, and how an unfinished run is resumed', async () => {
    const cwd = temporaryFolder()
    await withStore(cwd, async (store) => {
      await store.beginRun({ id: 'run-1', resume: null })
      const kept = storedReplyOf('a', { receivedAt: Date.UTC(2026, 0, 2) })
      await store.journal('run-1').put('k', kept, { shared: true })
      await accept(store, storedReplyOf('b', { receivedAt: Date.UTC(2026, 1, 3) }))
      await store.journal('run-1').put('rejected', storedReplyOf('c'))
      await store.acceptVectors([{ key: 'v', vector: [1] }])
      await store.endRun('run-1', 'interrupted')
      await store.beginRun({ id: 'run-2', resume: null })
    })
    const ran = await runAssayProcess(['store', 'stats'], { cwd })
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toMatch(/replies\.sqlite {2}\d+ KB/)
    expect(ran.out).toContain(
      `${adapter.provider}:${adapter.modelId}\n  2 replies for all runs, received 2026-01-02 to 2026-02-03, 1 more in journals of runs\n`,
    )
    expect(ran.out).toContain('\n1 vector of texts\n')
    expect(ran.out).toMatch(
      /\n {2}run-1 {2}begun \d{4}-\d\d-\d\d \d\d:\d\d UTC, was interrupted, 2 replies\n {4}assay eval --resume=run-1\n/,
    )
    expect(ran.out, 'this process lives').toMatch(/\n {2}run-2 .*is running, 0 replies\n {2}run-1/)
  })

  it('makes no store where there is none, and says how one comes to be', async () => {
    const cwd = temporaryFolder()
    for (const command of [['stats'], ['prune'], ['export', 'file.jsonl']]) {
      const ran = await runAssay(['store', ...command], { cwd })
      expect(ran).toMatchObject({ code: 2, out: '' })
      expect(ran.err).toMatch(/^assay: There is no store: .*replies\.sqlite does not exist\. .*--folder DIR/)
    }
    expect(readdirSync(cwd)).toEqual([])
  })

  it('says what is wrong with a store that is damaged', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'replies.sqlite'), 'no store')
    const ran = await runAssay(['store', 'stats', '--folder', '.'], { cwd })
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toMatch(/replies\.sqlite is damaged, or no store of replies .*"assay store prune" moves it aside/)
  })
})

describe('assay store prune', () => {
  it('deletes what is older than it is told', async () => {
    const cwd = temporaryFolder()
    await withStore(cwd, async (store) => {
      await accept(store, storedReplyOf('old', { receivedAt: Date.now() - 31 * DAY }))
      await accept(store, storedReplyOf('young', { receivedAt: Date.now() - 29 * DAY }))
    })
    const none = await runAssay(['store', 'prune'], { cwd })
    expect(none).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Deleted 0 replies, 0 vectors, 0 runs; /) })
    const ran = await runAssay(['store', 'prune', '--older-than', '30d'], { cwd })
    expect(ran).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Deleted 1 reply, 0 vectors, 0 runs; \d+ KB of disk given back\.\n$/),
    })
    await withStore(cwd, async (store) => {
      expect([...store.replies()].map(({ stored }) => stored.reply.text)).toEqual(['answer to young'])
    })
  })

  it('moves a damaged store aside, whole, and the next run begins a new one', async () => {
    const cwd = temporaryFolder()
    await withStore(cwd, async (store) => {
      for (let index = 0; index < 50; index++) await accept(store, storedReplyOf('x'.repeat(3000) + index))
    })
    const file = replyStoreFile(join(cwd, '.assay'))
    const bytes = readFileSync(file)
    bytes.fill(7, 4096 * 20, 4096 * 30)
    writeFileSync(file, bytes)
    const ran = await runAssay(['store', 'prune'], { cwd })
    expect(ran).toMatchObject({ code: 0, err: '' })
    const aside = /moved to (.*replies\.sqlite\.damaged-[^;]*);/.exec(ran.out)?.[1] ?? ''
    expect(readFileSync(aside)).toEqual(bytes)
    expect(existsSync(file)).toBe(false)
    await withStore(cwd, async (store) => expect(store.stats()?.adapters).toEqual([]))
  })

  it('refuses an age that is none, before it looks at anything', async () => {
    const ran = await runAssay(['store', 'prune', '--older-than', '30'], { cwd: temporaryFolder() })
    expect(ran).toMatchObject({
      code: 2,
      out: '',
      err: 'assay: --older-than 30: expected a number with one of s, m, h, d, w, as in 30d or 12h\n',
    })
  })
})

describe('assay store export and import', () => {
  it('hand all shared replies on, as a recording that is replayed, and as a store of somebody else', async () => {
    const cwd = temporaryFolder()
    const texts = ['a', 'b\u2028c', '\ud800 and \0', 'd'.repeat(200_000), ...Array.from({ length: 250 }, (_, index) => `q${index}`)]
    await withStore(cwd, async (store) => {
      await Promise.all(texts.map((text) => accept(store, storedReplyOf(text))))
      await accept(store, storedReplyOf('a', { draw: 1, reply: { ...storedReplyOf('').reply, text: 'second draw' } }))
      await store.accept('without', storedReplyOf('x', { call: undefined }))
      await store.journal('r').put('rejected', storedReplyOf('rejected'))
    })
    const exported = await runAssay(['store', 'export', 'replies.jsonl'], { cwd })
    expect(exported).toMatchObject({
      code: 0,
      err: '',
      out: `Wrote ${texts.length + 1} replies to replies.jsonl. Left out: 1 reply without a call.\n`,
    })
    expect(readFileSync(join(cwd, 'replies.jsonl'), 'utf8')).not.toContain('answer to rejected')

    const judge = replay(join(cwd, 'replies.jsonl'))
    for (const text of texts) expect((await judge.doGenerate(callOf(text))).text).toBe(`answer to ${text}`)
    expect((await judge.doGenerate(callOf('a'))).text).toBe('second draw')

    const imported = await runAssay(['store', 'import', 'replies.jsonl', '--folder', 'theirs'], { cwd })
    expect(imported).toMatchObject({ code: 0, err: '', out: `Imported ${texts.length + 1} replies from replies.jsonl.\n` })
    const again = await runAssay(['store', 'import', 'replies.jsonl', '--folder', 'theirs'], { cwd })
    expect(again.out).toBe(`Imported 0 replies from replies.jsonl. Left out: ${texts.length + 1} that were there already.\n`)
    await withStore(
      cwd,
      async (store) => {
        for (const text of texts) expect(store.lookup(callKey(adapter, callOf(text)))?.reply).toEqual(storedReplyOf(text).reply)
        expect(store.lookup(callKey(adapter, callOf('a'), 1))?.reply.text).toBe('second draw')
      },
      'theirs',
    )
    await runAssay(['store', 'export', 'again.jsonl', '--folder', 'theirs'], { cwd })
    const sorted = (name: string) => readFileSync(join(cwd, name), 'utf8').split('\n').sort()
    expect(sorted('again.jsonl')).toEqual(sorted('replies.jsonl'))
  })

  it('hand on a call that was sent otherwise than it was asked, so that a replay answers what is asked', async () => {
    const cwd = temporaryFolder()
    const asked: LLMCall = { ...callOf('a'), temperature: 0 }
    await withStore(cwd, async (store) => {
      const kept = storedReplyOf('a')
      await store.accept(callKey(adapter, asked), kept, { sentKey: callKey(adapter, callOf('a')) })
    })
    await runAssay(['store', 'export', 'replies.jsonl'], { cwd })
    const judge = replay(join(cwd, 'replies.jsonl'))
    for (const call of [asked, callOf('a')]) expect((await judge.doGenerate(call)).text).toBe('answer to a')
    await runAssay(['store', 'import', 'replies.jsonl', '--folder', 'theirs'], { cwd })
    await withStore(
      cwd,
      async (store) => {
        for (const call of [asked, callOf('a')]) expect(store.lookup(callKey(adapter, call))?.reply.text).toBe('answer to a')
      },
      'theirs',
    )
  })

  it('write no file from a store that turns out to be damaged', async () => {
    const cwd = temporaryFolder()
    await withStore(cwd, async (store) => {
      for (let index = 0; index < 50; index++) await accept(store, storedReplyOf('x'.repeat(3000) + index))
    })
    const database = new DatabaseSync(replyStoreFile(join(cwd, '.assay')))
    database.exec(`UPDATE replies SET reply = replace(reply, 'answer to', 'ANSWER TO') WHERE id = 25`)
    database.close()
    const ran = await runAssay(['store', 'export', 'replies.jsonl'], { cwd })
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining('is damaged') })
    expect(readdirSync(cwd)).toEqual(['.assay'])
  })

  it('take what record() wrote, without what answers no other run', async () => {
    const cwd = temporaryFolder()
    const file = join(cwd, 'judge.jsonl')
    const judge = record(
      scriptedAdapter((_call, index) => ({ text: `reply ${index}`, finishReason: index === 1 ? 'length' : 'stop' })),
      file,
    )
    for (const text of ['whole', 'cut', 'whole too']) await judge.doGenerate(callOf(text))
    writeFileSync(file, '{"v":1,"key":"half', { flag: 'a' })
    const ran = await runAssay(['store', 'import', 'judge.jsonl'], { cwd })
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toBe('Imported 2 replies from judge.jsonl. Left out: 1 that failed, or were cut or refused, 1 unfinished line.\n')
    await withStore(cwd, async (store) => {
      expect([...store.replies()].map(({ stored }) => stored.reply.text)).toEqual(['reply 0', 'reply 2'])
    })
  })

  it('read a file with a byte order mark, and refuse one that is no recording', async () => {
    const cwd = temporaryFolder()
    await withStore(cwd, (store) => accept(store, storedReplyOf('a')))
    await runAssay(['store', 'export', 'replies.jsonl'], { cwd })
    const text = readFileSync(join(cwd, 'replies.jsonl'), 'utf8')
    writeFileSync(join(cwd, 'marked.jsonl'), `\uFEFF${text}`)
    const marked = await runAssay(['store', 'import', 'marked.jsonl', '--folder', 'theirs'], { cwd })
    expect(marked).toMatchObject({ code: 0, out: 'Imported 1 reply from marked.jsonl.\n' })
    writeFileSync(join(cwd, 'wide.jsonl'), Buffer.from(text, 'utf16le'))
    const wide = await runAssay(['store', 'import', 'wide.jsonl', '--folder', 'theirs'], { cwd })
    expect(wide).toMatchObject({ code: 2, out: '', err: expect.stringContaining('wide.jsonl is no recording') })
    for (const name of ['', '-'])
      expect(await runAssay(['store', 'export', name], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('Name a new one') })
    expect(readdirSync(cwd).toSorted()).toEqual(['.assay', 'marked.jsonl', 'replies.jsonl', 'theirs', 'wide.jsonl'])
  })

  it('refuse a file that is there, one that is not, and lines that are none', async () => {
    const cwd = temporaryFolder()
    await withStore(cwd, (store) => accept(store, storedReplyOf('a')))
    await runAssay(['store', 'export', 'replies.jsonl'], { cwd })
    const line = readFileSync(join(cwd, 'replies.jsonl'), 'utf8')
    writeFileSync(join(cwd, 'rows.jsonl'), '\n{"reference":"x"}\n')
    const errors = [
      [['export', 'replies.jsonl'], /replies\.jsonl is there already\. Name a new file/],
      [['export', 'no/where.jsonl'], /no\/where\.jsonl/],
      [['import', 'none.jsonl'], /The recording none\.jsonl does not exist/],
      [['import', '.'], /The recording \. cannot be read/],
      [['import', 'rows.jsonl'], /rows\.jsonl:2 is no recorded reply/],
      [['import'], /missing required argument 'file'/],
      [['stats', '--foldr', 'x'], /unknown option '--foldr'/],
    ] as const
    const all = await Promise.all(errors.map(([args]) => runAssay(['store', ...args], { cwd })))
    expect(all).toEqual(errors.map(([, message]) => ({ code: 2, out: '', err: expect.stringMatching(message) })))
    for (const { err } of all) expect(err).toMatch(/^assay: /)
    expect(readFileSync(join(cwd, 'replies.jsonl'), 'utf8')).toBe(line)
  })

  it('have nothing to write from an empty store, and leave no file', async () => {
    const cwd = temporaryFolder()
    await withStore(cwd, async () => {})
    const ran = await runAssay(['store', 'export', 'replies.jsonl'], { cwd })
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('holds no reply to export') })
    expect(readdirSync(cwd)).toEqual(['.assay'])
  })
})

describe('assay store --help', () => {
  it('shows commands and examples within 80 columns, and exits 0', async () => {
    const ran = await runAssay(['store', '--help'])
    expect(ran).toMatchObject({ code: 0, err: '' })
    for (const word of ['stats', 'prune', 'export', 'import', 'assay store prune --older-than 30d']) expect(ran.out).toContain(word)
    expect(ran.out.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})
