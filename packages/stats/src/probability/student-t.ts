const HALF_LOG_PI = Math.log(Math.PI) / 2

/**
 * The quantile of Student's t: the t with P(T ≤ t) = `p`. Good to a relative 1e-10 and better for degrees of freedom up to 1e9
 * and `p` between 1e-6 and 1 − 1e-6. The central probability is the regularised incomplete beta function I(½, df/2).
 * @throws RangeError unless `p` is in (0, 1) and `df` is positive and finite.
 */
export function studentTQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`studentTQuantile: p = ${p} is not in (0, 1)`)
  if (!(df > 0 && df < Infinity)) throw new RangeError(`studentTQuantile: df = ${df} is not positive and finite`)
  if (p < 0.5) return -studentTQuantile(1 - p, df)
  const level = 2 * p - 1
  const logBeta = logBetaWithHalf(df / 2)
  let t = 0
  // The central probability is concave in t, so Newton's method from 0 approaches the root and never passes it.
  for (let step = 0; step < 200; step += 1) {
    const next = t + (level - centralProbability(t, df, logBeta)) / (2 * density(t, df, logBeta))
    if (!(next > t)) return t
    t = next
  }
  return t
}

/** P(|T| ≤ t). Of the two series for I(½, df/2), the one whose terms shrink by at least half in the end. */
function centralProbability(t: number, df: number, logBeta: number): number {
  if (t === 0) return 0
  const a = df / 2
  const ratio = (t * t) / df
  const y = ratio / (1 + ratio)
  const logX = -Math.log1p(ratio)
  const front = Math.exp(0.5 * Math.log(y) + a * logX - logBeta)
  return y <= 0.5 ? (front / 0.5) * betaSeries(y, 0.5, a) : 1 - (front / a) * betaSeries(1 / (1 + ratio), a, 0.5)
}

/** Σ (p + q)(p + q + 1)… / ((p + 1)(p + 2)…) zⁿ: every term is positive, nothing cancels. */
function betaSeries(z: number, p: number, q: number): number {
  let term = 1
  let sum = 1
  for (let n = 0; term > sum * 1e-17; n += 1) {
    term *= ((p + q + n) / (p + 1 + n)) * z
    sum += term
  }
  return sum
}

function density(t: number, df: number, logBeta: number): number {
  return Math.exp(-((df + 1) / 2) * Math.log1p((t * t) / df) - logBeta - Math.log(df) / 2)
}

/** ln B(a, ½) through ln Γ(a + ½) − ln Γ(a), which keeps its digits where the two logarithms are huge. */
function logBetaWithHalf(a: number): number {
  let shift = 0
  let z = a
  for (; z < 20; z += 1) shift += Math.log(z / (z + 0.5))
  const w = 1 / (z * z)
  const tail = (-1 / 8 + w * (1 / 192 + w * (-1 / 640 + w * (17 / 14_336 - w * (31 / 18_432))))) / z
  return HALF_LOG_PI - (0.5 * Math.log(z) + tail + shift)
}
