import type { Ends } from '../figure.ts'
import { studentTQuantile } from '../probability/student-t.ts'
import type { EnlargedMean } from './cluster-mean.ts'

/** centre ± t·se at `level`, clipped to [least, 1] and widened if needed to contain `mean`, the figure shown beside it. */
export function tInterval({ centre, variance, df }: EnlargedMean, mean: number, level: number, least: 0 | -1): Ends {
  const reach = studentTQuantile((1 + level) / 2, df) * Math.sqrt(variance)
  return { lo: Math.min(mean, Math.max(least, centre - reach)), hi: Math.max(mean, Math.min(1, centre + reach)) }
}

/** @throws RangeError for a level outside (0, 1), NaN included. */
export function checkLevel(level: number, caller: string): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`${caller}: the level ${level} is not in (0, 1)`)
}
