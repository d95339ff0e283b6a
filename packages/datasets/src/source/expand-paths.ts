import { existsSync, globSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { dataError } from '../data-error.ts'
import { STANDARD_INPUT } from './standard-input.ts'

const GLOB = /[*?[\]{}]/

/**
 * Paths with globs (`*`, `**`, `?`, `[…]`, `{a,b}`) replaced by the files that match, sorted by the code units of their names. A path that
 * exists as it is written is used as it is, whatever characters it has.
 * @param from the folder that paths are relative to; its own path is not a pattern. Default: the working folder.
 * @throws AssayError `data` for a glob that matches no file.
 */
export function expandPaths(paths: readonly string[], from?: string): readonly string[] {
  return paths.flatMap((path) => (GLOB.test(path) && !existsSync(placeOf(path, from)) ? filesLike(path, from) : [placeOf(path, from)]))
}

function filesLike(glob: string, from: string | undefined): readonly string[] {
  const cwd = from ?? process.cwd()
  const files = globSync(glob, { cwd }).filter((path) => statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === false)
  if (files.length > 0) return files.toSorted((a, b) => (a < b ? -1 : 1)).map((path) => placeOf(path, from))
  throw dataError({ file: glob }, `no file matches. Patterns are looked up from ${resolve(cwd)}; \`**\` stands for folders at any depth.`)
}

/** Relative to the working folder. */
function placeOf(path: string, from: string | undefined): string {
  if (from === undefined || path === STANDARD_INPUT) return path
  return relative(process.cwd(), resolve(from, path)) || path
}
