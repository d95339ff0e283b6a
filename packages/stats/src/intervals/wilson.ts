import type { IntervalFigure } from '../figure.ts'
import { normalQuantile } from '../probability/normal.ts'
import { checkLevel } from './t-interval.ts'

/**
 * Wilson's score interval (1927) for a proportion of independent trials; none without a trial. Exactly 0 at the lower end without a
 * success, exactly 1 at the upper end without a failure.
 *
 * @throws RangeError unless 0 ≤ successes ≤ trials, both whole, and level is in (0, 1).
 */
export function wilsonInterval(successes: number, trials: number, level = 0.95): IntervalFigure {
  if (!Number.isSafeInteger(successes) || !Number.isSafeInteger(trials) || successes < 0 || successes > trials) {
    throw new RangeError(`wilsonInterval: ${successes} of ${trials} is no count of successes among trials`)
  }
  checkLevel(level, 'wilsonInterval')
  if (trials === 0) return { interval: null, noInterval: 'no trial' }
  const z = normalQuantile((1 + level) / 2)
  const p = successes / trials
  const spread = 1 + (z * z) / trials
  const centre = (p + (z * z) / (2 * trials)) / spread
  const half = (z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials))) / spread
  return { interval: { lo: successes === 0 ? 0 : centre - half, hi: successes === trials ? 1 : centre + half }, noInterval: null }
}
