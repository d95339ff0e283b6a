import { counted, shownCount, shownNumber } from '@assay/reporters'
import type { ComparedMetric } from '../comparison.ts'
import type { Lost } from '../figures/lost-evidence.ts'
import { shownP, signed } from './signed.ts'

/** `A 0.812`, `B 0.790`, `difference -0.022 [-0.041, -0.003]`, `p 0.021` */
export function figuresOf({ meanA, meanB, difference, interval, p, direction }: ComparedMetric): string[] {
  if (meanA === null || meanB === null || difference === null) return ['no pair is scored in both runs']
  const span = interval === null ? '' : ` [${signed(interval.lo)}, ${signed(interval.hi)}]`
  return [
    `A ${shownNumber(meanA)}`,
    `B ${shownNumber(meanB)}`,
    `difference ${signed(difference)}${span}`,
    ...(p === null ? [] : [shownP(p)]),
    ...(direction === 'minimize' ? ['lower is better'] : []),
  ]
}

/** What interval and p rest on, or why there are none. */
export function differenceBasis({ interval, noInterval, noP, flips, exhaustive, evidence, pairs, same }: ComparedMetric): string {
  const parts: string[] = []
  if (interval === null) parts.push(noInterval ?? 'no interval')
  else {
    const level = Number((interval.level * 100).toFixed(1))
    parts.push(`${level}% interval over ${counted(interval.clusters, interval.unit)}${interval.few ? ', few clusters' : ''}`)
  }
  if (interval !== null && same === pairs)
    parts.push('no pair differs: the interval is what so few pairs could hide of a difference among all rows')
  if (noP === null) parts.push(`p over ${exhaustive ? `all ${shownCount(flips)}` : `${shownCount(flips)} drawn`} sign flips`)
  else if (interval !== null) parts.push(`no p: ${noP}`)
  if (evidence === 'screen') parts.push('lexical screen, not a judge: its own errors are not in it')
  return parts.join('; ')
}

/** Pairs used and left out, and how they fared. */
export function pairCounts({ pairs, better, same, worse, unscored, askedOnce }: ComparedMetric): string {
  const { onlyInA, onlyInB, inBoth } = unscored
  const left = [
    ...(onlyInA === 0 ? [] : [`${shownCount(onlyInA)} in A`]),
    ...(onlyInB === 0 ? [] : [`${shownCount(onlyInB)} in B`]),
    ...(inBoth === 0 ? [] : [`${shownCount(inBoth)} in both`]),
  ]
  return [
    `${counted(pairs, 'pair')} used: ${shownCount(worse)} worse, ${shownCount(same)} alike, ${shownCount(better)} better`,
    ...(left.length === 0 ? [] : [`unscored ${left.join(', ')}`]),
    ...(askedOnce === 0 ? [] : [`${shownCount(askedOnce)} asked of one run only`]),
  ].join('; ')
}

/** `lost claim: …`; `neutral` makes text of unknown origin harmless in the medium. */
export function lostText({ kind, text, isNotAsked, wasUndecided }: Lost, neutral: (text: string) => string): string {
  const remarks = [...(wasUndecided === true ? ['undecided in A'] : []), ...(isNotAsked === true ? ['not among the claims of B'] : [])]
  return `lost ${kind}: ${neutral(text)}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`
}
