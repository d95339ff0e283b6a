import { CODE_POINTS } from './code-point-ids.ts'

/** How many n-grams each of two texts has, and how many of them are in both, repeats counted. */
export type NgramCounts = { readonly a: number; readonly b: number; readonly shared: number }

/** The counts of overlapping 1-grams, 2-grams … up to `longest`, of two texts given as code points. It holds one order at a time in memory. */
export function characterNgrams(a: Uint32Array, b: Uint32Array, longest: number): NgramCounts[] {
  const counts: NgramCounts[] = []
  let [gramsA, gramsB] = [a, b]
  let size = CODE_POINTS
  for (let order = 1; order <= longest; order += 1) {
    if (order > 1) {
      // An n-gram is the (n−1)-gram before its last code point, and that code point.
      const known = new Map<number, number>()
      gramsA = longerGrams(gramsA, a, order, known)
      gramsB = longerGrams(gramsB, b, order, known)
      size = known.size
    }
    counts.push({ a: gramsA.length, b: gramsB.length, shared: order === 1 ? sharedByMap(gramsA, gramsB) : shared(gramsA, gramsB, size) })
  }
  return counts
}

function longerGrams(shorter: Uint32Array, text: Uint32Array, order: number, known: Map<number, number>): Uint32Array {
  const grams = new Uint32Array(Math.max(0, text.length - order + 1))
  for (let at = 0; at < grams.length; at += 1) {
    const key = (shorter[at] ?? 0) * CODE_POINTS + (text[at + order - 1] ?? 0)
    let gram = known.get(key)
    if (gram === undefined) {
      gram = known.size
      known.set(key, gram)
    }
    grams[at] = gram
  }
  return grams
}

function shared(a: Uint32Array, b: Uint32Array, size: number): number {
  const left = new Uint32Array(size)
  for (let at = 0; at < a.length; at += 1) left[a[at] ?? 0] = (left[a[at] ?? 0] ?? 0) + 1
  let count = 0
  for (let at = 0; at < b.length; at += 1) {
    const gram = b[at] ?? 0
    const free = left[gram] ?? 0
    if (free === 0) continue
    left[gram] = free - 1
    count += 1
  }
  return count
}

/** A table of all code points would be larger than most texts. */
function sharedByMap(a: Uint32Array, b: Uint32Array): number {
  const ids = new Map<number, number>()
  const dense = (text: Uint32Array): Uint32Array =>
    text.map((point) => {
      const id = ids.get(point) ?? ids.size
      ids.set(point, id)
      return id
    })
  const [denseA, denseB] = [dense(a), dense(b)]
  return shared(denseA, denseB, ids.size)
}
