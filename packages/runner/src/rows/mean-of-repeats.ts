import { addUsage, type AnyMetric, noUsage, type Score, type ScoredScore, type UnscoredScore } from '@assay/core'

/**
 * The score of a row that was scored several times: the mean of its scored repeats, with ranges averaged likewise, usage summed, and the
 * explanation of the first scored one. A judge's pass counts if more than half of the scored repeats have it. With an unscored repeat the
 * row is unscored with the same cause, unless `allowPartial`.
 */
export function meanOfRepeats(metric: AnyMetric, repeats: readonly Score[], allowPartial: boolean): Score {
  const usage = repeats.reduce((sum, score) => addUsage(sum, score.usage), noUsage)
  const scored = repeats.filter((score): score is ScoredScore => score.status === 'scored')
  const failed = repeats.find((score): score is UnscoredScore => score.status === 'unscored')
  const [first] = scored
  if (first === undefined || (failed !== undefined && !allowPartial)) {
    if (failed === undefined) throw new RangeError(`${metric.name} was repeated 0 times`)
    // A missing field is missing in every repeat: there is nothing to count.
    if (repeats.every(({ status, reason }) => status === 'unscored' && reason === failed.reason)) return { ...failed, usage }
    return { ...failed, usage, reason: `${repeats.length - scored.length} of ${repeats.length} repeats are unscored: ${failed.reason}` }
  }
  const mean = (of: (score: ScoredScore) => number): number => meanOf(scored.map(of))
  const values = scored.map(({ value }) => value)
  const verdicts = scored.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]))
  const ranged = scored.some(({ range }) => range !== undefined)
  return {
    status: 'scored',
    value: mean(({ value }) => value),
    ...(ranged
      ? { range: [mean(({ range, value }) => range?.[0] ?? value), mean(({ range, value }) => range?.[1] ?? value)] as const }
      : {}),
    ...(verdicts.length === 0 ? {} : { verdict: 2 * verdicts.filter(Boolean).length > verdicts.length }),
    reason: `Mean of ${scored.length} ${scored.length === repeats.length ? '' : `scored of ${repeats.length} `}repeats from ${Math.min(...values)} to ${Math.max(...values)}. ${first.reason}`,
    signature: first.signature,
    usage,
    detail: first.detail,
    repeats,
  }
}

/** A mean lies between its ends: three times 0.7 is not a little less. */
function meanOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.min(Math.max(...values), Math.max(Math.min(...values), mean))
}
