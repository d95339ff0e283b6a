import { existsSync, globSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { staysInside } from '@assay/config-kit'
import { type Reading, withoutScheme } from '../reading/reading.ts'
import type { Source } from '../reading/source.ts'

/**
 * The files that match `file://tests/*.yaml`, sorted by name; a name without a pattern is returned as it is.
 * @throws AssayError `config` for a pattern that matches none, or looks outside the folder of a configuration that is not trusted.
 */
export function filesNamed(reference: string, source: Source, reading: Reading): readonly string[] {
  return isPattern(reference, reading) ? filesLike(reference, source, reading) : [reference]
}

/** An existing file is not a pattern, whatever characters its name has. */
function isPattern(reference: string, { folder }: Reading): boolean {
  const path = withoutScheme(reference)
  return /[*?[\]{}]/.test(path) && !existsSync(resolve(folder, path))
}

/** Refuses patterns outside the folder. Each file is checked again when it is read. */
function filesLike(reference: string, source: Source, { folder, trustConfig }: Reading): string[] {
  const pattern = withoutScheme(reference)
  if (!trustConfig && !staysInside(pattern, folder))
    throw source.fault(`${reference} looks outside the folder of the configuration. Move the files there, or pass --trust-config.`)
  const files = globSync(pattern, { cwd: folder }).filter((path) => statSync(resolve(folder, path), { throwIfNoEntry: false })?.isFile())
  if (files.length === 0)
    throw source.fault(`${reference} matches no file in ${folder}. \`*\` stands for a part of a name, \`**\` for folders at any depth.`)
  return files.toSorted((a, b) => (a < b ? -1 : 1)).map((path) => `file://${path}`)
}
