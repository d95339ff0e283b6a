import { normalQuantile } from '../probability/normal.ts'
import { checkLevel } from '../intervals/t-interval.ts'
import { checkLabelledRows, type LabelledRows } from './labelled-rows.ts'

export type PpiWald =
  | {
      readonly estimate: number
      readonly standardError: number
      /** estimate ∓ z · standardError, not clipped to [0, 1]. */
      readonly lo: number
      readonly hi: number
      /** The weight of the judge's scores, from 0 to 1 if it was tuned. */
      readonly lambda: number
      /** `null` if it was given, or where the judge never varies. */
      readonly lambdaBeforeClipping: number | null
      readonly reason: null
    }
  | { readonly estimate: null; readonly reason: string }

export type PpiWaldOptions = { readonly level?: number; /** Default `tuned`. */ readonly lambda?: 'tuned' | number }

/**
 * The mean human score by prediction-powered inference, PPI++ (Angelopoulos, Duchi and Zrnic, 2023), as published: estimate = mean(y) +
 * λ (mean(u) − mean(f)), se² = var(y − λf)/n + λ² var(u)/N, λ tuned to cov(y, f) / ((1 + n/N) var(f and u pooled)) and clipped to [0, 1].
 * Its interval covers too little on few labels, near the ends of the range and for good judges (docs/statistics.md): reports show
 * `correctedMean`.
 *
 * @throws RangeError for lists of different length, a score outside [0, 1], a λ that is not finite and a level outside (0, 1).
 */
export function ppiWald(rows: LabelledRows, { level = 0.95, lambda: givenLambda = 'tuned' }: PpiWaldOptions = {}): PpiWald {
  checkLevel(level, 'ppiWald')
  checkLabelledRows(rows, 'ppiWald')
  if (givenLambda !== 'tuned' && !Number.isFinite(givenLambda)) throw new RangeError(`ppiWald: lambda = ${givenLambda} is not finite`)
  const { human, judge, judgeUnlabelled } = rows
  const [n, others] = [human.length, judgeUnlabelled.length]
  if (n < 2) return { estimate: null, reason: 'fewer than two labelled rows' }
  if (others < 2) return { estimate: null, reason: 'fewer than two unlabelled rows' }
  const pooled = variance([...judge, ...judgeUnlabelled])
  const tuned = givenLambda !== 'tuned' || pooled === 0 ? null : covariance(human, judge) / ((1 + n / others) * pooled)
  const lambda = givenLambda === 'tuned' ? Math.min(1, Math.max(0, tuned ?? 0)) : givenLambda
  const estimate = mean(human) + lambda * (mean(judgeUnlabelled) - mean(judge))
  const rest = human.map((y, at) => y - lambda * (judge[at] ?? 0))
  const standardError = Math.sqrt(variance(rest) / n + (lambda * lambda * variance(judgeUnlabelled)) / others)
  const reach = normalQuantile((1 + level) / 2) * standardError
  return { estimate, standardError, lo: estimate - reach, hi: estimate + reach, lambda, lambdaBeforeClipping: tuned, reason: null }
}

function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

function variance(values: readonly number[]): number {
  return covariance(values, values)
}

function covariance(x: readonly number[], y: readonly number[]): number {
  const [meanX, meanY] = [mean(x), mean(y)]
  let sum = 0
  for (const [at, value] of x.entries()) sum += (value - meanX) * ((y[at] ?? 0) - meanY)
  return sum / (x.length - 1)
}
