/** The most that any half-open window of this length holds. */
export function mostWithin(sent: readonly { at: number; amount: number }[], ms: number): number {
  let most = 0
  let held = 0
  let oldest = 0
  for (const { at, amount } of sent) {
    held += amount
    for (let first = sent[oldest]; first !== undefined && first.at + ms <= at; first = sent[oldest]) {
      held -= first.amount
      oldest += 1
    }
    most = Math.max(most, held)
  }
  return most
}
