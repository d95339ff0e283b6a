/** Rounds up to a number of decimals, for values that must not be understated. Floating-point noise adds nothing. */
export function roundedUp(amount: number, decimals: number): number {
  const unit = 10 ** decimals
  return Math.ceil(amount * unit - 1e-6) / unit
}
