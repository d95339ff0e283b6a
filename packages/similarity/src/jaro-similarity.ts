import { CODE_POINTS } from './code-point-ids.ts'

/** The Jaro similarity of two non-empty texts, in time that grows with their length, not its square. */
export function jaroSimilarity(a: Uint32Array, b: Uint32Array): number {
  const matched = matches(a, b)
  const count = matched.a.length
  if (count === 0) return 0
  let moved = 0
  for (let at = 0; at < count; at += 1) if (matched.a[at] !== matched.b[at]) moved += 1
  return (count / a.length + count / b.length + (count - Math.floor(moved / 2)) / count) / 3
}

/** An upper bound from the lengths alone: the same sum with each part at its largest, so that it is not less after rounding either. */
export function mostJaro(a: Uint32Array, b: Uint32Array): number {
  const shorter = Math.min(a.length, b.length)
  return (shorter / a.length + shorter / b.length + 1) / 3
}

/**
 * The matched code points of each text, in its order. From left to right over `a`, each takes the first equal one of `b` that is still
 * free and inside the window. The window only moves forward, so each code point needs one list of its places in `b`, walked once.
 */
function matches(a: Uint32Array, b: Uint32Array): { readonly a: readonly number[]; readonly b: readonly number[] } {
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  next ??= new Int32Array(CODE_POINTS).fill(NOWHERE)
  const first = next
  const following = new Int32Array(b.length)
  for (let at = b.length - 1; at >= 0; at -= 1) {
    const point = b[at] ?? 0
    following[at] = first[point] ?? NOWHERE
    first[point] = at
  }
  const taken = new Uint8Array(b.length)
  const fromA: number[] = []
  for (let at = 0; at < a.length; at += 1) {
    const point = a[at] ?? 0
    let place = first[point] ?? NOWHERE
    while (place !== NOWHERE && place < at - window) place = following[place] ?? NOWHERE
    if (place !== NOWHERE && place <= at + window) {
      taken[place] = 1
      fromA.push(point)
      place = following[place] ?? NOWHERE
    }
    first[point] = place
  }
  const fromB: number[] = []
  for (let at = 0; at < b.length; at += 1) {
    const point = b[at] ?? 0
    first[point] = NOWHERE
    if (taken[at] === 1) fromB.push(point)
  }
  return { a: fromA, b: fromB }
}

const NOWHERE = -1

/** One table for all calls, all `NOWHERE` between them. */
let next: Int32Array | undefined
