/**
 * Holm's adjustment (1979) of p-values of several tests, in the order given: with it, the chance of any wrong rejection stays at the
 * level. adjusted(i) = max over j ≤ i of min(1, (m − j + 1) p(j)), p ascending.
 *
 * @throws RangeError for a p outside [0, 1], NaN included.
 */
export function holm(pValues: readonly number[]): number[] {
  const wrong = pValues.find((p) => !(p >= 0 && p <= 1))
  if (wrong !== undefined) throw new RangeError(`holm: p = ${wrong} is not in [0, 1]`)
  const ascending = pValues.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p)
  const adjusted = pValues.map(() => 0)
  let running = 0
  for (const [rank, { p, at }] of ascending.entries()) {
    running = Math.max(running, Math.min(1, (pValues.length - rank) * p))
    adjusted[at] = running
  }
  return adjusted
}
