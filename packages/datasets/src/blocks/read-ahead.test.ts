import { open } from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { tempFile } from '../__fixtures__/temp-data.ts'
import { readAhead } from './read-ahead.ts'

it('gives the bytes of a file in their order, however many are asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
      async (bytes, wishes) => {
        const path = await tempFile('bytes', Buffer.from(bytes))
        await using handle = await open(path)
        await using ahead = readAhead(handle, 32)
        const all = new Uint8Array(400)
        let size = 0
        for (let turn = 0; ; turn += 1) {
          const wish = wishes[turn % wishes.length] ?? 1
          const read = await ahead.read(all, size, wish)
          expect(read).toBeLessThanOrEqual(wish)
          if (read === 0) break
          size += read
        }
        expect(await ahead.read(all, size, 1)).toBe(0)
        expect([...all.subarray(0, size)]).toEqual([...bytes])
      },
    ),
    { numRuns: 60 },
  )
})

it('fails where reading does, and only then', async () => {
  let reads = 0
  const read = (bytes: Uint8Array): Promise<{ bytesRead: number }> => {
    reads += 1
    if (reads > 1) return Promise.reject(new Error('the disk is gone'))
    return Promise.resolve({ bytesRead: bytes.length })
  }
  const target = new Uint8Array(64)
  await using ahead = readAhead({ read } as never, 32)
  expect(await ahead.read(target, 0, 64)).toBe(32)
  await expect(ahead.read(target, 32, 32)).rejects.toThrow('the disk is gone')
})

it('lets a file be closed while it reads on', async () => {
  const path = await tempFile('bytes', Buffer.alloc(100, 'x'))
  const handle = await open(path)
  const ahead = readAhead(handle, 32)
  await ahead.read(new Uint8Array(8), 0, 8)
  await ahead[Symbol.asyncDispose]()
  await handle.close()
})
