import { pathsInId } from '@assay/catalog'
import { expandPaths } from '@assay/datasets'
import { type EvalRequest, listOf } from '../settings/request.ts'
import { dataSource } from './data-source.ts'

/** Deep enough for a metric of a configuration with its own judge. */
const DEEPEST = 4

/**
 * Every file that the settings of a run lead it to read: data with patterns resolved, judgements, prices, and files of judges, metrics
 * and similarities. Some of the paths may not exist.
 * @throws AssayError `data` for a pattern that matches no file.
 */
export function filesRead(request: EvalRequest): readonly string[] {
  const { judge, metrics, qrels, prices, register } = request.settings
  const { paths, cwd } = dataSource(request)
  const named = textsIn([judge, metrics, request.metricOptions.defaults]).flatMap(pathsInId)
  return [...expandPaths(paths, cwd), ...[qrels, prices, ...listOf(register)].filter((path) => typeof path === 'string'), ...named]
}

/** Texts in plain data; an object created by code has read its files already. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((part) => textsIn(part, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return []
  const parts = Object.values(Object.getOwnPropertyDescriptors(value)).map((property): unknown => property.value)
  return parts.flatMap((part) => textsIn(part, depth + 1))
}
