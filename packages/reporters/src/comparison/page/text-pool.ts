import { clipText } from '../../figures/clip-text.ts'

/** Shorter texts stand where they are. */
const LEAST_UNITS = 48
const MOST_UNITS = 20_000

/** A text that stands among the texts of the page. */
type PooledText = { readonly $text: number }

/** Texts that rows have in common, such as contexts that several runs retrieved, held once. */
export type TextPool = {
  /** A value as JSON, with its long texts replaced by where they stand; very long ones are cut. */
  readonly jsonOf: (value: unknown) => string
  /** All of them, in their order. */
  readonly texts: () => Iterable<string>
}

export function createTextPool(): TextPool {
  const places = new Map<string, number>()
  const pooled = (_name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || value.length < LEAST_UNITS) return value
    const text = clipText(value, MOST_UNITS)
    const known = places.get(text)
    if (known === undefined) places.set(text, places.size)
    return { $text: known ?? places.size - 1 } satisfies PooledText
  }
  return { jsonOf: (value) => JSON.stringify(value, pooled), texts: () => places.keys() }
}
