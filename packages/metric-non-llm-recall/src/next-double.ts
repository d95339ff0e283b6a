/** The least double above a number of [0, 1]: "above t" is the same as "at least the next double above t". */
export function nextDouble(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  const double = Float64Array.of(value)
  const bits = new BigInt64Array(double.buffer)
  bits.set([(bits[0] ?? 0n) + 1n])
  return double[0] ?? Number.NaN
}
