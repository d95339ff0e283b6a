import { sep } from 'node:path'

/** The names of files in reports: their paths without the folders that all of them share. */
export function fileNames(paths: readonly string[]): readonly string[] {
  const parts = paths.map((path) => path.split(sep === '/' ? '/' : /[\\/]/))
  const shortest = Math.min(...parts.map(({ length }) => length))
  let common = 0
  while (common < shortest - 1 && parts.every((steps) => steps[common] === parts[0]?.[common])) common += 1
  return parts.map((steps) => steps.slice(common).join('/'))
}
