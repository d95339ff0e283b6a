import type { FileHandle } from 'node:fs/promises'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, expect, it, vi } from 'vitest'
import { errorOf, rowsOf, samplesIn, tempFile } from '../__fixtures__/temp-data.ts'
import type * as files from 'node:fs/promises'
import { readDataset } from '../read-dataset.ts'

// The files of a package share its modules: here they are loaded anew, with the handles below, and once more behind these tests.
const opened = vi.hoisted(() => {
  vi.resetModules()
  return { handles: 0, closed: 0 }
})
afterAll(() => void vi.resetModules())

/** As Yarn's Plug'n'Play does: it puts a class of its own in the place of Node's, and that one cannot be disposed of. */
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof files>()
  const open = async (path: string): Promise<Pick<FileHandle, 'read' | 'stat' | 'close'>> => {
    const handle = await actual.open(path)
    opened.handles += 1
    return {
      read: handle.read.bind(handle),
      stat: handle.stat.bind(handle),
      close: () => {
        opened.closed += 1
        return handle.close()
      },
    }
  }
  return { ...actual, open }
})

it.each([
  ['JSON Lines', 'a.jsonl', '{"id":"a"}\n{"id":"b"}\n'],
  ['CSV', 'a.csv', 'id\na\nb\n'],
  ['Parquet', 'a.parquet', Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'id', data: ['a', 'b'] }] }))],
])('%s is read where handles of files are not those of Node, and each is closed', async (_format, name, content) => {
  expect(await samplesIn(name, content)).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(opened.handles).toBeGreaterThan(0)
  expect(opened.closed).toBe(opened.handles)
})

it('they are closed, too, when reading fails, and when nobody reads on', async () => {
  expect((await errorOf('broken.jsonl', '{"id":')).kind).toBe('data')
  for await (const _rows of readDataset(await tempFile('long.jsonl', '{}\n'.repeat(100_000)))) break
  await expect(rowsOf(await tempFile('empty.parquet', ''))).rejects.toThrow('the file is empty')
  expect(opened.closed).toBe(opened.handles)
})
