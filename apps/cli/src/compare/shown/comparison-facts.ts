import { counted, shownCount, shownNumber } from '@assay/reporters'
import type { ComparedMetric } from '../comparison.ts'
import type { ClaimState, Lost } from '../figures/lost-evidence.ts'
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
  if (interval !== null && same === pairs) {
    const { unit } = interval
    parts.push(
      `no pair differs: the interval is that of two ${unit}s added to every comparison, one all lost and one all won, since rows not seen could differ`,
    )
  }
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

/** `lost claim: … (supported -> unsupported)`; `neutral` makes text of unknown origin harmless in the medium. */
export function lostText(lost: Lost, neutral: (text: string) => string): string {
  const states = lost.kind === 'claim' ? ` (${stateText(lost.a)} -> ${stateText(lost.b)})` : ''
  return `lost ${lost.kind}: ${neutral(lost.text)}${states}`
}

function stateText({ outcome, probability }: ClaimState): string {
  if (outcome === 'not_asked') return 'not among the claims of B'
  if (outcome === 'not_looked_for') return 'not looked for, nothing was retrieved'
  return probability === undefined ? outcome : `${outcome}, probability ${shownNumber(probability)}`
}
