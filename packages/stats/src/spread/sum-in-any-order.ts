import { addTo, emptySum, totalOf } from './compensated-sum.ts'

/** The sum of values, the same to the last bit in any order, and exactly the opposite for values of the opposite sign. */
export function sumInAnyOrder(values: readonly number[]): number {
  const ascending = Float64Array.from(values).sort()
  const [above, below] = [emptySum(), emptySum()]
  for (const value of ascending) if (value > 0) addTo(above, value)
  for (const value of ascending.toReversed()) if (!(value > 0)) addTo(below, value)
  return totalOf(above) + totalOf(below)
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
