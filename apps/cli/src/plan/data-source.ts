import { relative } from 'node:path'
import type { EvalRequest } from '../settings/request.ts'

/**
 * The data files of a run, and the base folder of their paths: that of the configuration that names them. Only the written part is a
 * pattern, not the folder before it.
 */
export function dataSource({ data, dataFolder }: Pick<EvalRequest, 'data' | 'dataFolder'>): {
  readonly paths: readonly string[]
  readonly cwd: string | undefined
} {
  if (dataFolder === undefined) return { paths: data, cwd: undefined }
  return { paths: data.map((path) => (path === '-' ? path : relative(dataFolder, path))), cwd: dataFolder }
}
