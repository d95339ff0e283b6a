/** Beyond it the value is the recall in all digits that anybody reads. */
export const mostBeta = 1000

/**
 * (1 + β²) · precision · recall / (β² · precision + recall), and 0 where either is 0. `beta` says how many times as much recall weighs.
 * Source: van Rijsbergen, Information Retrieval, 2nd ed. (1979), ch. 7.
 */
export function fMeasure({ precision, recall }: { readonly precision: number; readonly recall: number }, beta: number): number {
  if (recall === 0 || precision === 0) return 0
  const weight = beta * beta
  // Rounding may carry a value next to 1 beyond it.
  return Math.min(1, ((1 + weight) * precision * recall) / (weight * precision + recall))
}
