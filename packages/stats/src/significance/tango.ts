/**
 * The upper end of Tango's score interval (1998) for (wins − losses) / pairs, of pairs that win, lose or tie, at the normal quantile `z`:
 * the greatest δ ≤ 1 with |wins − losses − pairs·δ| ≤ z √(pairs (2q + δ (1 − δ))), q the share of losses that is most likely if δ is true.
 * Counts may be fractions. The lower end is −`tangoUpper` of losses and wins exchanged.
 */
export function tangoUpper(wins: number, losses: number, pairs: number, z: number): number {
  const isHeld = (delta: number): boolean => {
    const squared = delta * (1 - delta)
    const b = (2 * pairs - wins + losses) * delta - (wins + losses)
    const q = (Math.sqrt(Math.max(0, b * b + 8 * pairs * losses * squared)) - b) / (4 * pairs)
    return Math.abs(wins - losses - pairs * delta) <= z * Math.sqrt(Math.max(0, pairs * (2 * q + squared)))
  }
  let low = Math.min(1, (wins - losses) / pairs)
  let high = 1
  if (isHeld(high)) return high
  for (;;) {
    const middle = low + (high - low) / 2
    if (middle <= low || middle >= high) return low
    if (isHeld(middle)) low = middle
    else high = middle
  }
}
