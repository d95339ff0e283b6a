import type { Span } from './marked-text.ts'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function spanOf(value: unknown): Span | undefined {
  const [start, end] = listOf(value)
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined
}
