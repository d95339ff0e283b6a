import { type Figure, figure, noFigure } from '../figure.ts'

/**
 * Kendall's tau-b (1945): (C − D) / √((n0 − n1)(n0 − n2)) over the concordant and discordant pairs, n0 all pairs, n1 and n2 those tied
 * in x and in y. In [-1, 1]. Counted by sorting (Knight 1966), n log n.
 *
 * @throws RangeError if the lists differ in length or hold NaN.
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): Figure {
  if (x.length !== y.length) throw new RangeError(`kendallTauB: ${x.length} values of x for ${y.length} of y`)
  const pairs = x.map((value, at) => ({ x: value, y: y[at] ?? Number.NaN }))
  if (pairs.some((pair) => Number.isNaN(pair.x) || Number.isNaN(pair.y))) throw new RangeError('kendallTauB: a value is NaN')
  const n = pairs.length
  if (n < 2) return noFigure('fewer than two items')
  pairs.sort((a, b) => compare(a.x, b.x) || compare(a.y, b.y))
  const tiedInX = tiedPairs(pairs, (a, b) => a.x === b.x)
  const tiedInBoth = tiedPairs(pairs, (a, b) => a.x === b.x && a.y === b.y)
  const byX = pairs.map((pair) => pair.y)
  const discordant = inversions(byX)
  // Sorted by the counting above.
  const tiedInY = tiedPairs(byX, (a, b) => a === b)
  const all = (n * (n - 1)) / 2
  const below = Math.sqrt((all - tiedInX) * (all - tiedInY))
  return below === 0 ? noFigure('one side is constant') : figure((all - tiedInX - tiedInY + tiedInBoth - 2 * discordant) / below)
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Pairs within runs of equal neighbours. */
function tiedPairs<T>(sorted: readonly T[], isTie: (a: T, b: T) => boolean): number {
  let pairs = 0
  let run = 0
  for (let at = 1; at < sorted.length; at += 1) {
    const [before, here] = [sorted[at - 1], sorted[at]]
    run = before !== undefined && here !== undefined && isTie(before, here) ? run + 1 : 0
    pairs += run
  }
  return pairs
}

/** Pairs out of order, by merging runs of 1, 2, 4 …; sorts `values` as it counts. */
function inversions(values: number[]): number {
  const n = values.length
  let from = values
  let into = Array.from({ length: n }, () => 0)
  let count = 0
  for (let width = 1; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      const middle = Math.min(start + width, n)
      const end = Math.min(start + 2 * width, n)
      let left = start
      let right = middle
      for (let at = start; at < end; at += 1) {
        const [a, b] = [from[left] ?? 0, from[right] ?? 0]
        if (left < middle && (right >= end || a <= b)) {
          into[at] = a
          left += 1
        } else {
          into[at] = b
          right += 1
          count += middle - left
        }
      }
    }
    ;[from, into] = [into, from]
  }
  if (from !== values) for (const [at, value] of from.entries()) values[at] = value
  return count
}
