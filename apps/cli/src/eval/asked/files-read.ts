import { pathsInId } from '@assay/catalog'
import { expandPaths } from '@assay/datasets'
import { dataSource } from './data-source.ts'
import type { EvalOptions } from './eval-options.ts'

/** Deep enough for a metric of a configuration with a judge of its own. */
const DEEPEST = 4

/**
 * Every file that a run reads by what it was asked: data with patterns resolved, judgements, prices, and what judges, metrics and
 * similarities come from. Some of the paths may lead nowhere.
 * @throws AssayError `data` for a pattern that matches no file.
 */
export function filesRead(options: EvalOptions): readonly string[] {
  const { qrels, prices, judge, metrics, similarity } = options
  const { paths, cwd } = dataSource(options)
  const named = textsIn([judge, metrics, similarity]).flatMap(pathsInId)
  return [...expandPaths(paths, cwd), ...[qrels, prices].filter((path) => typeof path === 'string'), ...named]
}

/** Texts in what is plain data; an object that was made by code has read its files already. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((part) => textsIn(part, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return []
  const parts = Object.values(Object.getOwnPropertyDescriptors(value)).map((property): unknown => property.value)
  return parts.flatMap((part) => textsIn(part, depth + 1))
}
