/** A running sum that adds up the rounding errors as well (Neumaier's method), so the order of the terms has little effect. */
export type CompensatedSum = { head: number; tail: number }

export function emptySum(): CompensatedSum {
  return { head: 0, tail: 0 }
}

export function addTo(sum: CompensatedSum, term: number): void {
  const next = sum.head + term
  sum.tail += Math.abs(sum.head) >= Math.abs(term) ? sum.head - next + term : term - next + sum.head
  sum.head = next
}

export function totalOf(sum: CompensatedSum): number {
  return sum.head + sum.tail
}
