import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { namedFileError } from './named-file-error.ts'

/**
 * Checks whether a report can be written to a path, without writing.
 * @throws AssayError `config` if its folder does not exist or is not writable, or the path is a folder.
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
