import type { Score } from '@assay/core'
import type { EvaluatedRow, RunMetric } from '@assay/runner'

/**
 * How much a row needs a look: above 1 where it failed a check, else how far its worst score is from perfect. A score that passed its
 * check needs none, whatever its value; where undecided claims could turn that, what it would lack without them.
 */
export function badnessOf({ result }: EvaluatedRow, metrics: ReadonlyMap<string, Pick<RunMetric, 'direction'>>): number {
  let worst = result.gate?.passed === false ? 1 : 0
  for (const name in result.scores) {
    const score = result.scores[name]
    if (score?.status === 'scored') worst = Math.max(worst, scoreBadness(score, metrics.get(name)?.direction))
  }
  return worst
}

/** Whether something is lacking that people should see. */
export function isLacking(score: Score, direction: RunMetric['direction']): boolean {
  return score.status === 'scored' && scoreBadness(score, direction) > 0
}

function scoreBadness(score: Extract<Score, { status: 'scored' }>, direction: RunMetric['direction'] = 'maximize'): number {
  const { value, range, passed, undecidedAt } = score
  if (passed === true) return undecidedAt === undefined || range === undefined ? 0 : direction === 'minimize' ? range[1] : 1 - range[0]
  const lack = direction === 'minimize' ? value : 1 - value
  return passed === false ? 1 + lack : lack
}
