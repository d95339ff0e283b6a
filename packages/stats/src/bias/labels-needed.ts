import { checkLevel } from '../intervals/t-interval.ts'
import { enlargedRows, type RowMoments } from './enlarged-rows.ts'

export type LabelsNeeded = {
  /** Labelled rows in total. */
  readonly labels: number
  /** Those still to be labelled. */
  readonly more: number
}

/**
 * How many labels make the interval of `correctedMean` `factor` times as long (before it is clipped to [0, 1]), if further rows vary like those
 * seen so far. Labels are taken from the unlabelled rows while there are any, from new ones after that.
 *
 * @param moments as `correctedMean` gives them; without unlabelled rows the answer is that for people's scores alone.
 * @throws RangeError for a factor or level outside (0, 1).
 */
export function labelsNeeded(
  moments: RowMoments,
  { factor = 0.5, level = 0.95 }: { readonly factor?: number; readonly level?: number } = {},
): LabelsNeeded {
  checkLevel(level, 'labelsNeeded')
  if (!(factor > 0 && factor < 1)) throw new RangeError(`labelsNeeded: the factor ${factor} is not in (0, 1)`)
  const { labelled, unlabelled } = moments
  const reachWith = (more: number): number =>
    enlargedRows({ ...moments, labelled: labelled + more, unlabelled: Math.max(0, unlabelled - more) }, level).reach
  const goal = factor * reachWith(0)
  let enough = 1
  while (reachWith(enough) > goal) enough *= 2
  let short = enough === 1 ? 0 : enough / 2
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2)
    if (reachWith(middle) > goal) short = middle
    else enough = middle
  }
  return { labels: labelled + enough, more: enough }
}
