import type { AnyMetric, LLMAdapter, SimilarityFn } from '@assay/core'
import type { Judge } from '@assay/options'

export function isJudge(value: unknown): value is Judge {
  return isAdapter(value) || has(value, 'verify', 'function')
}

export function isAdapter(value: unknown): value is LLMAdapter {
  return has(value, 'doGenerate', 'function')
}

export function isMetric(value: unknown): value is AnyMetric {
  return (
    has(value, 'score', 'function') && has(value, 'name', 'string') && has(value, 'signature', 'string') && has(value, 'needs', 'object')
  )
}

export function isSimilarity(value: unknown): value is SimilarityFn {
  return typeof value === 'function'
}

function has(value: unknown, key: string, type: 'function' | 'string' | 'object'): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === type
}
