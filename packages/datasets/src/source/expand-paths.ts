import { existsSync, globSync, statSync } from 'node:fs'
import { dataError } from '../data-error.ts'

const GLOB = /[*?[\]{}]/

/**
 * Paths with globs (`*`, `**`, `?`, `[…]`, `{a,b}`) replaced by the files they match, in the order of their names' code units. A path
 * that exists as it is written is itself, whatever characters it holds.
 * @throws AssayError `data` for a glob that matches no file.
 */
export function expandPaths(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (GLOB.test(path) && !existsSync(path) ? filesLike(path) : [path]))
}

function filesLike(glob: string): readonly string[] {
  const files = globSync(glob).filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
  if (files.length > 0) return files.toSorted((a, b) => (a < b ? -1 : 1))
  throw dataError({ file: glob }, `no file matches. Patterns are looked up from ${process.cwd()}; \`**\` stands for folders at any depth.`)
}
