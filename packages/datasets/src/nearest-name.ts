const LONGEST = 100

/** The name most like `wanted` by edit distance without case, if any is like it at all. */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  const target = wanted.toLowerCase().slice(0, LONGEST)
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(target.length / 3)) + 1
  for (const name of names) {
    const distance = editDistance(target, name.toLowerCase().slice(0, LONGEST))
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
  }
  return best
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
