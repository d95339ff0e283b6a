/** Rounded up to so many decimals, for what must not be told too low; the noise of floating point adds nothing. */
export function roundedUp(amount: number, decimals: number): number {
  const unit = 10 ** decimals
  return Math.ceil(amount * unit - 1e-6) / unit
}
