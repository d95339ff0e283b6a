import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { namedFileError } from './named-file-error.ts'

/**
 * Looks whether a report could be written to a path, and writes nothing.
 * @throws AssayError `config` where its folder is not there or may not be written to, or a folder stands in its place.
 */
export async function canBeWritten(path: string): Promise<void> {
  await namedFileError(path, async () => {
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory() === true) throw new Error('it is a folder')
    const folder = dirname(path)
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`)
    await access(folder, constants.W_OK)
    if (found !== undefined) await access(path, constants.W_OK)
  })
}
