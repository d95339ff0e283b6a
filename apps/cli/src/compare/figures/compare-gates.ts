import { AssayError } from '@assay/core'
import type { ComparisonGate } from '../comparison.ts'
import type { MetricDifference } from './compare-metric.ts'
import { signed } from '../shown/signed.ts'

/** `worse`: B is shown to be worse. `drop`: that B is worse by more than so much is not excluded. */
export type FailIf = { readonly kind: 'worse' } | { readonly kind: 'drop'; readonly by: number }

/** @throws AssayError `config` for anything but `worse` and `drop=<0…1>`. */
export function parseFailIf(text: string): FailIf {
  if (text === 'worse') return { kind: 'worse' }
  const amount = /^drop=(\d*\.?\d+)$/.exec(text)?.[1]
  const by = Number(amount)
  if (amount !== undefined && by <= 1) return { kind: 'drop', by }
  throw new AssayError({
    kind: 'config',
    message: `--fail-if ${text}: write worse (the interval lies below 0), or drop=0.02 (a drop of more than 0.02 is not excluded).`,
  })
}

type Gated = Pick<MetricDifference, 'interval' | 'noInterval' | 'pairs' | 'unscored'> & { readonly direction: 'maximize' | 'minimize' }

/** Without an interval nothing is shown and nothing excluded: the gate fails, and says why. Where lower is better, a rise is the drop. */
export function checkFailIf(gate: FailIf, name: string, { interval, noInterval, pairs, unscored, direction }: Gated): ComparisonGate {
  const lost = unscored.onlyInA + unscored.onlyInB + unscored.inBoth
  const on = lost === 0 ? '' : `, on ${pairs} of ${pairs + lost} pairs`
  const asked = gate.kind === 'worse' ? 'worse' : `drop=${gate.by}`
  if (interval === null) return { text: `${name} ${asked}: cannot be told. ${noInterval ?? 'There is no interval'}${on}`, held: false }
  const { lo, hi } = interval
  const isLowerBetter = direction === 'minimize'
  const [least, most] = isLowerBetter ? [-hi, -lo] : [lo, hi]
  const shown = `[${signed(lo)}, ${signed(hi)}]`
  if (gate.kind === 'worse') {
    const held = !(most < 0)
    return { text: `${name} worse: ${shown} ${held ? 'does not lie' : 'lies'} ${isLowerBetter ? 'above' : 'below'} 0${on}`, held }
  }
  const held = !(least < -gate.by)
  return {
    text: `${name} ${asked}: ${shown} ${held ? 'excludes' : 'does not exclude'} such a ${isLowerBetter ? 'rise' : 'drop'}${on}`,
    held,
  }
}
