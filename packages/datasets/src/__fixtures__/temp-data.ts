import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { afterAll } from 'vitest'
import type { DataFile, ReadOptions } from '../formats/format.ts'
import { type DataRow, readDataset, type ReadDatasetOptions } from '../index.ts'

const folders: string[] = []

afterAll(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Writes a file into a folder of its own, which goes away after the tests of the file. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-datasets-'))
  folders.push(folder)
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** The rows of a data set, without what their source calls them and their columns. */
export async function rowsOf(
  source: string | readonly string[],
  options?: ReadDatasetOptions,
): Promise<Pick<DataRow, 'sample' | 'idGiven' | 'index'>[]> {
  const rows: Pick<DataRow, 'sample' | 'idGiven' | 'index'>[] = []
  for await (const batch of readDataset(source, options))
    rows.push(...batch.map(({ sample, idGiven, index }) => ({ sample, idGiven, index })))
  return rows
}

/** For formats that are read by themselves. */
export const readOptions: ReadOptions = {
  thorough: false,
  delimiter: undefined,
  isKnown: () => false,
  isRead: () => true,
  onWarning: () => {},
}

export async function samplesIn(name: string, content: string | Uint8Array, options?: ReadDatasetOptions): Promise<DataRow['sample'][]> {
  return (await rowsOf(await tempFile(name, content), options)).map(({ sample }) => sample)
}

/** The error that reading ends with, its file named `FILE`. */
export async function errorOf(name: string, content: string | Uint8Array, options?: ReadDatasetOptions): Promise<AssayError> {
  const path = await tempFile(name, content)
  try {
    await rowsOf(path, options)
  } catch (error) {
    if (!AssayError.is(error)) throw error
    return new AssayError({ kind: error.kind, message: error.message.replaceAll(path, 'FILE') })
  }
  throw new Error('no error was thrown')
}

/** Bytes that arrive in chunks of the given size. */
export function inChunks(bytes: Buffer, size: number): DataFile {
  async function* cut(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }
  return { path: 'FILE', bytes: cut }
}
