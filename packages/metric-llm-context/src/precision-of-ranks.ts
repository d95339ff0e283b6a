/** Shares of useful contexts by rank, best first: the input of precision. */
export type Aggregate = 'average' | 'share'

/**
 * `average`: the mean, over useful ranks, of the share of useful ones down to it, and 0 if none is useful; useful contexts that were not
 * retrieved do not count. `share`: useful / all, whatever their order. There is at least one rank.
 */
export function precisionOf(useful: readonly boolean[], aggregate: Aggregate): number {
  const found = useful.filter(Boolean).length
  if (aggregate === 'share' || found === 0) return found / useful.length
  let above = 0
  let sum = 0
  for (const [at, isUseful] of useful.entries()) {
    if (!isUseful) continue
    above += 1
    sum += above / (at + 1)
  }
  return sum / found
}
