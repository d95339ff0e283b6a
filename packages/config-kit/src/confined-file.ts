import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { configError } from '@assay/core'

export type Confinement = {
  /** The base folder of relative paths, which files must not leave. */
  readonly folder: string
  /** Whether files may be elsewhere. Default false. */
  readonly allowOutside?: boolean | undefined
}

/** Texts of a configuration are small; this only protects the memory. */
const MAX_BYTES = 64_000_000

/**
 * The real path, after all symbolic links, of a file that a configuration names as `file://docs/a.md` or `docs/a.md`.
 * @throws AssayError `config` if it does not exist, is no plain file, or is outside the folder.
 */
export function confinedFile(reference: string, { folder, allowOutside = false }: Confinement): string {
  const path = resolve(folder, reference.startsWith('file://') ? reference.slice('file://'.length) : reference)
  let real: string
  try {
    real = realpathSync(path)
  } catch {
    throw configError(`${reference}: there is no such file in ${folder}.`)
  }
  if (!allowOutside && !isInside(real, realpathSync(folder))) {
    throw configError(
      `${reference} leads to ${real}, outside the folder of the configuration. Move the file there, or pass --trust-config.`,
    )
  }
  if (!statSync(real).isFile()) throw configError(`${reference} is no file that could be read as text.`)
  return real
}

/**
 * The text of such a file, as UTF-8.
 * @throws AssayError `config` like `confinedFile`, or if it is no text.
 */
export function readConfinedText(reference: string, confinement: Confinement): string {
  const path = confinedFile(reference, confinement)
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw configError(`${reference} holds ${size} bytes; a text in a configuration has at most ${MAX_BYTES}.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    throw configError(`${reference} cannot be read as UTF-8 text: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Whether a path that may not exist yet is inside a folder: of an output, whose folder must exist. */
export function staysInside(path: string, folder: string): boolean {
  let existing = resolve(folder, path)
  const rest: string[] = []
  for (;;) {
    try {
      return isInside(resolve(realpathSync(existing), ...rest), realpathSync(folder))
    } catch {
      const parent = resolve(existing, '..')
      if (parent === existing) return false
      rest.unshift(existing.slice(parent.endsWith(sep) ? parent.length : parent.length + 1))
      existing = parent
    }
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
