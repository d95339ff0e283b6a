import type { Score } from '@assay/core'
import type { EvaluatedRow, RunMetric } from '@assay/runner'

/**
 * How bad a row is: above 1 if it failed a check, else how far its worst score is from perfect. A score that passed its check counts 0,
 * whatever its value; if undecided claims could change that, it counts what it would lack without them.
 */
export function badnessOf({ result }: EvaluatedRow, metrics: ReadonlyMap<string, Pick<RunMetric, 'direction'>>): number {
  let worst = result.gate?.passed === false ? 1 : 0
  for (const name in result.scores) {
    const score = result.scores[name]
    if (score?.status === 'scored') worst = Math.max(worst, scoreBadness(score, metrics.get(name)?.direction))
  }
  return worst
}

/** Whether a score is short of perfect in a way worth showing. */
export function isLacking(score: Score, direction: RunMetric['direction']): boolean {
  return score.status === 'scored' && scoreBadness(score, direction) > 0
}

function scoreBadness(score: Extract<Score, { status: 'scored' }>, direction: RunMetric['direction'] = 'maximize'): number {
  const { value, range, passed, undecidedAt } = score
  if (passed === true) return undecidedAt === undefined || range === undefined ? 0 : direction === 'minimize' ? range[1] : 1 - range[0]
  const lack = direction === 'minimize' ? value : 1 - value
  return passed === false ? 1 + lack : lack
}
