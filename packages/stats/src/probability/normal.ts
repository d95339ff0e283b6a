const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
/** From this z on, the tail is a continued fraction; below it, one minus a series. */
const TAIL_FROM = 2
const FRACTION_DEPTH = 120

/** P(Z ≤ z) of the standard normal, to a relative 1e-14 in both tails. */
export function normalCdf(z: number): number {
  return z > 0 ? 1 - upperTail(z) : upperTail(-z)
}

/**
 * The quantile of the standard normal: the z with P(Z ≤ z) = `p`.
 *
 * @throws RangeError unless `p` is in (0, 1).
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`normalQuantile: p = ${p} is not in (0, 1)`)
  if (p > 0.5) return -normalQuantile(1 - p)
  let z = 0
  // The upper tail is convex: Newton's method from 0 approaches the root and never passes it.
  for (let step = 0; step < 1000; step += 1) {
    const next = z + (upperTail(z) - p) / normalDensity(z)
    if (!(next > z)) break
    z = next
  }
  return z === 0 ? 0 : -z
}

/** P(Z > z) for z ≥ 0. */
function upperTail(z: number): number {
  if (z === Infinity) return 0
  if (z < TAIL_FROM) {
    let term = z
    let sum = z
    for (let n = 1; term > sum * 1e-17; n += 1) {
      term *= (z * z) / (2 * n + 1)
      sum += term
    }
    return 0.5 - normalDensity(z) * sum
  }
  let fraction = z
  for (let n = FRACTION_DEPTH; n >= 1; n -= 1) fraction = z + n / fraction
  return normalDensity(z) / fraction
}

/** φ(z), the density of the standard normal. */
export function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / ROOT_TWO_PI
}
