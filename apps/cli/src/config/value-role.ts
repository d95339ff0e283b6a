import type { ConfigPath } from '@assay/config-kit'

/** What a text at a place of a configuration is, and so what may stand in it. */
export type ValueRole = 'path' | 'id' | 'judge' | 'key' | 'expanded' | 'cost' | 'plain'

const PATHS: ReadonlySet<unknown> = new Set(['data', 'output', 'qrels'])

export function roleOf(path: ConfigPath): ValueRole {
  const [first, second] = path
  const last = path.at(-1)
  if (PATHS.has(first)) return 'path'
  if (first === 'prices') return path.length === 1 ? 'path' : last === 'model' || last === 'provider' ? 'plain' : 'cost'
  if (first === 'budgetUsd') return 'cost'
  if (first === 'similarity') return 'id'
  const inside = first === 'metrics' && typeof second === 'number' ? path.slice(2) : path
  const isMetric = inside.length !== path.length
  if (isMetric && (inside.length === 0 || (inside.length === 1 && (last === 'type' || last === 'similarity')))) return 'id'
  if (inside[0] !== 'judge') return 'plain'
  if (inside.length === 1) return 'judge'
  if (inside[1] === 'id' && inside.length === 2) return 'id'
  if (inside[1] === 'apiKey') return 'key'
  return inside[1] === 'baseURL' || inside[1] === 'headers' ? 'expanded' : 'plain'
}
