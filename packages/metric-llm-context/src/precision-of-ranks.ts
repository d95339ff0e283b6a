/** Shares of useful contexts by rank, best first: how precision is made of them. */
export type Aggregate = 'average' | 'share'

/**
 * `average`: the mean, over useful ranks, of the share of useful ones down to it, and 0 where none is useful; useful ones that were not
 * retrieved are no part of it. `share`: useful / all, whatever their order. There is at least one rank.
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
