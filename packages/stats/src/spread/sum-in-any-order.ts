import { addTo, emptySum, totalOf } from './compensated-sum.ts'

/** The sum of values, the same to the last bit in any order. */
export function sumInAnyOrder(values: readonly number[]): number {
  const sum = emptySum()
  for (const value of Float64Array.from(values).sort()) addTo(sum, value)
  return totalOf(sum)
}

/** The mean, likewise, and never outside the values by rounding; `null` without values. */
export function meanInAnyOrder(values: readonly number[]): number | null {
  if (values.length === 0) return null
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return Math.min(most, Math.max(least, sumInAnyOrder(values) / values.length))
}
