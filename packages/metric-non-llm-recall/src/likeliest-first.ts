import type { ContextText } from './context-texts.ts'

/** Sorts the contexts of one row by how likely they are to be similar to one: the search stops at the first match. */
export type LikeliestFirst = (one: ContextText, others: readonly ContextText[]) => readonly ContextText[]

/**
 * An equal text comes first, then the others by the number of shared character pairs; ties in their order. The order has no effect on the
 * result, only on how soon a match is found.
 */
export function createLikeliestFirst(): LikeliestFirst {
  const sketches = new Map<string, Uint16Array>()
  const sketchOf = (text: string): Uint16Array => {
    const known = sketches.get(text)
    if (known !== undefined) return known
    const sketch = sketched(text)
    sketches.set(text, sketch)
    return sketch
  }
  return (one, others) => {
    if (others.length < 2) return others
    const at = others.findIndex(({ text }) => text === one.text)
    const equal = others[at]
    if (equal !== undefined) return [equal, ...others.slice(0, at), ...others.slice(at + 1)]
    const sketch = sketchOf(one.text)
    const distances = new Map(others.map((other) => [other, distance(sketch, sketchOf(other.text))]))
    return others.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0))
  }
}

const BINS = 128
/** Enough of a long text for the estimate, and no bin can overflow. */
const MOST_CHARACTERS = 20_000

/** Counts of neighbouring character pairs, hashed into a fixed number of bins. */
function sketched(text: string): Uint16Array {
  const bins = new Uint16Array(BINS)
  const end = Math.min(text.length, MOST_CHARACTERS)
  let before = 0
  for (let at = 0; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    const bin = (before * 31 + unit) % BINS
    bins[bin] = (bins[bin] ?? 0) + 1
    before = unit
  }
  return bins
}

function distance(a: Uint16Array, b: Uint16Array): number {
  let sum = 0
  for (let bin = 0; bin < BINS; bin += 1) sum += Math.abs((a[bin] ?? 0) - (b[bin] ?? 0))
  return sum
}
