import { Buffer } from 'node:buffer'
import type { TextSpan } from './scan-objects.ts'

const SPACE = 32

export type ParsedJson = { readonly value: unknown; readonly repairs: readonly string[] }

/** One JSON text, without its trailing commas; `undefined` if it is none. */
export function parseSpan(text: string, span: TextSpan, trailingCommas: readonly number[]): ParsedJson | undefined {
  const json = trailingCommas.length === 0 ? text.slice(span.start, span.end) : without(text, span, trailingCommas)
  try {
    return { value: JSON.parse(json), repairs: trailingCommas.length === 0 ? [] : ['trailing comma removed'] }
  } catch {
    return undefined
  }
}

/** Whether an object in a JSON value was written with a key twice: `JSON.parse` silently takes the last. */
export function hasRepeatedKey(value: unknown, pairsWritten: number): boolean {
  return (isHolder(value) ? pairsIn(value) : 0) !== pairsWritten
}

/** Without a list of each object's values: there can be a million objects. The scan refused deep ones, so recursion is bounded. */
function pairsIn(value: object): number {
  let pairs = 0
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (isHolder(item)) pairs += pairsIn(item)
    return pairs
  }
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    pairs += 1
    const held: unknown = Reflect.get(value, key)
    if (isHolder(held)) pairs += pairsIn(held)
  }
  return pairs
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Blanked in place: a text can hold a hundred thousand of them. UTF-16 preserves lone surrogates. */
function without(text: string, { start, end }: TextSpan, positions: readonly number[]): string {
  const units = Buffer.from(text.slice(start, end), 'utf16le')
  for (const position of positions) units[2 * (position - start)] = SPACE
  return units.toString('utf16le')
}
