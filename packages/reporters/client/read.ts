import { listOf } from '../src/figures/read-json.ts'
import type { Span } from './marked-text.ts'

export { isRecord, listOf, textOf } from '../src/figures/read-json.ts'

export function spanOf(value: unknown): Span | undefined {
  const [start, end] = listOf(value)
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined
}
