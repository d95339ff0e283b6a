import { AssayError } from '@assay/core'
import { counted, shownNumber, shownP, signedNumber } from '@assay/reporters'
import { fewestShown } from '@assay/stats'
import type { ComparisonGate } from '@assay/reporters/comparison'
import type { Direction, MetricDifference } from './compare-metric.ts'

/**
 * `worse`: B is shown to be worse, and by more than `by` if that is above 0. `drop`: that B is worse by more than `by` is not excluded.
 */
export type FailIf = { readonly kind: 'worse' | 'drop'; readonly by: number }

/** @throws AssayError `config` for anything but `worse`, `worse=<0…1>` and `drop=<0…1>`. */
export function parseFailIf(text: string): FailIf {
  if (text === 'worse') return { kind: 'worse', by: 0 }
  const [, kind, amount] = /^(worse|drop)=(\d*\.?\d+)$/.exec(text) ?? []
  const by = Number(amount)
  if ((kind === 'worse' || kind === 'drop') && by <= 1) return { kind, by }
  throw new AssayError({
    kind: 'config',
    message: `--fail-if ${text}: write worse (B is shown to be worse), worse=0.02 (shown to be worse by more than 0.02), or drop=0.02 (a drop of more than 0.02 is not excluded).`,
  })
}

type Gated = Pick<MetricDifference, 'interval' | 'noInterval' | 'p' | 'verdict' | 'detectable' | 'clusters' | 'pairs' | 'unscored'> & {
  readonly direction: Direction
}

/** `run` is what B is called. Without an interval nothing is shown and nothing excluded: the gate fails, and says why. Where lower is better, a rise is the drop. */
export function checkFailIf({ kind, by }: FailIf, name: string, gated: Gated, run = 'B'): ComparisonGate {
  const { interval, noInterval, pairs, unscored, direction } = gated
  const lost = unscored.onlyInA + unscored.onlyInB + unscored.inBoth
  const on = lost === 0 ? '' : `, on ${pairs} of ${pairs + lost} pairs`
  const gate = `${name} ${kind === 'worse' && by === 0 ? 'worse' : `${kind}=${by}`}`
  if (interval === null) return { text: `${gate}: cannot be told. ${noInterval ?? 'There is no interval'}${on}`, held: false }
  if (kind === 'worse' && by === 0) {
    const held = gated.verdict !== 'worse'
    return { text: `${gate}: ${verdictText(gated, run)}${on}${held ? couldHaveSeen(gated, by) : ''}`, held }
  }
  const isLowerBetter = direction === 'minimize'
  const limit = isLowerBetter ? by : -by
  const shown = `[${beside(interval.lo, limit)}, ${beside(interval.hi, limit)}]`
  if (kind === 'worse') {
    const held = !(isLowerBetter ? interval.lo > limit : interval.hi < limit)
    const where = `${held ? 'does not lie' : 'lies'} ${isLowerBetter ? 'above' : 'below'} ${signedNumber(limit)}`
    return { text: `${gate}: ${shown} ${where}${on}${held ? couldHaveSeen(gated, by) : ''}`, held }
  }
  const held = !(isLowerBetter ? interval.hi > limit : interval.lo < limit)
  return { text: `${gate}: ${shown} ${held ? 'excludes' : 'does not exclude'} such a ${isLowerBetter ? 'rise' : 'drop'}${on}`, held }
}

function verdictText({ verdict, p }: Gated, run: string): string {
  const told = verdict === 'not shown' ? `${run} is not shown to be worse` : `${run} is shown to be ${verdict}`
  return p === null ? told : `${told}, p ${shownP(p)}`
}

/** What a gate that held could have seen: without it, a pass on few rows looks like a proof. */
function couldHaveSeen({ verdict, detectable, clusters, interval, direction }: Gated, by: number): string {
  if (interval === null || verdict === 'better') return ''
  const { level, unit } = interval
  const fewest = fewestShown(level)
  if (clusters < fewest) return `. Fewer than ${fewest} ${unit}s can show nothing`
  const loss = direction === 'minimize' ? 'rise' : 'loss'
  const never = `. A ${loss} in fewer than ${fewest} of ${counted(clusters, unit)} is never shown`
  return detectable === null ? never : `${never}; one of ${shownNumber(Math.min(1, by + detectable))} would be, in about 4 of 5 cases`
}

/** An end of an interval, in more than three decimals only where these would belie on which side of the limit it lies. */
function beside(end: number, limit: number): string {
  for (let places = 3; places < 16; places += 1) {
    const shown = signedNumber(end, places)
    if (Number(shown) < limit === end < limit && Number(shown) > limit === end > limit) return shown
  }
  return String(end)
}
