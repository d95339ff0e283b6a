import { relative } from 'node:path'
import type { EvalOptions } from './eval-options.ts'

/**
 * The data files of a run, and the folder in which their paths start: that of the configuration which names them. Only what the user wrote
 * is a pattern, and no folder on the way to it.
 */
export function dataSource({ data, dataFolder }: Pick<EvalOptions, 'data' | 'dataFolder'>): {
  readonly paths: readonly string[]
  readonly cwd: string | undefined
} {
  if (dataFolder === undefined) return { paths: data, cwd: undefined }
  return { paths: data.map((path) => (path === '-' ? path : relative(dataFolder, path))), cwd: dataFolder }
}
