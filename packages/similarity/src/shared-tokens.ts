/** How many tokens are in both lists, repeats counted. */
export function sharedTokens(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const token of b) left.set(token, (left.get(token) ?? 0) + 1)
  let shared = 0
  for (const token of a) {
    const free = left.get(token) ?? 0
    if (free === 0) continue
    left.set(token, free - 1)
    shared += 1
  }
  return shared
}
