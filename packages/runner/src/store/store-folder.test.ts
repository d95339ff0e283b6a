import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storedReplyOf } from './__fixtures__/stored-reply-of.ts'
import { openStore } from './__fixtures__/open-store.ts'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('the folder of a store', () => {
  it('is made for its owner only, with all that is in it, and kept out of git', async () => {
    const folder = join(temporaryFolder(), 'a', '.assay')
    const store = await openStore(folder)
    await store.accept('k', storedReplyOf('yes'))
    expect(modeOf(folder)).toBe('700')
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
    const names = readdirSync(folder).filter((name) => name !== '.gitignore')
    expect(names.sort()).toEqual(['replies.sqlite', 'replies.sqlite-shm', 'replies.sqlite-wal'])
    expect(names.map((name) => modeOf(join(folder, name)))).toEqual(['600', '600', '600'])
    await store.close()
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'replies.sqlite'])
  })

  it('may be one of other files, which are not hidden from git', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'rows.jsonl'), '')
    const store = await openStore(folder)
    await store.accept('k', storedReplyOf('yes'))
    expect(store.lookup('k')?.reply.text).toBe('yes')
    expect(readdirSync(folder)).not.toContain('.gitignore')
  })

  it('gets its .gitignore also where a process died between the two', async () => {
    const folder = join(temporaryFolder(), '.assay')
    mkdirSync(folder)
    await openStore(folder)
    expect(readdirSync(folder)).toContain('.gitignore')
  })
})
