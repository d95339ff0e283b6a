import { counted, shownCount, shownNumber, shownP, signedNumber } from '@assay/reporters'
import type { ChangedRow, ComparedMetric } from '../comparison.ts'
import type { ClaimState, EvidenceChange } from '../figures/row-evidence.ts'

/** So many rows that got worse, and as many that got better, stand on a page. */
const SHOWN_ROWS = 10

/** `A 0.812`, `B 0.790`, `difference -0.022 [-0.041, -0.003]`, `p 0.021` */
export function figuresOf({ meanA, meanB, difference, interval, p, direction }: ComparedMetric): string[] {
  if (meanA === null || meanB === null || difference === null) return ['no pair is scored in both runs']
  const span = interval === null ? '' : ` [${signedNumber(interval.lo)}, ${signedNumber(interval.hi)}]`
  return [
    `A ${shownNumber(meanA)}`,
    `B ${shownNumber(meanB)}`,
    `difference ${signedNumber(difference)}${span}`,
    ...(p === null ? [] : [`p ${shownP(p)}`]),
    ...(direction === 'minimize' ? ['lower is better'] : []),
  ]
}

/** What is shown, what interval and p rest on, or why there are none. */
export function differenceBasis({ verdict, interval, noInterval, exact, evidence, pairs, same }: ComparedMetric): string {
  const parts: string[] = []
  if (interval === null) parts.push(noInterval ?? 'no interval')
  else {
    const level = Number((interval.level * 100).toFixed(1))
    parts.push(
      verdict === 'not shown' ? 'no difference is shown' : `B is shown to be ${verdict}`,
      `${level}% interval over ${counted(interval.clusters, interval.unit)}${interval.few ? ', few clusters' : ''}`,
      exact ? 'p over all sign flips' : 'p over all sign flips, approximated',
    )
    if (same === pairs) parts.push(`no pair differs: the interval is as wide as ${interval.unit}s not seen could make it`)
  }
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

export type ShownRows = {
  /** `the 10 worst of 52 rows that got worse` */
  readonly title: string
  /** What the row lost, or gained. */
  readonly column: 'lost' | 'gained'
  readonly rows: readonly ChangedRow[]
}

/** The rows that changed most, those that got worse before those that got better; none of either where none did. */
export function shownRows({ worseRows, betterRows }: ComparedMetric): ShownRows[] {
  const some = (rows: readonly ChangedRow[], said: 'worse' | 'better', column: ShownRows['column']): ShownRows => ({
    title:
      rows.length > SHOWN_ROWS
        ? `the ${SHOWN_ROWS} greatest of ${shownCount(rows.length)} changes for the ${said}`
        : `rows that got ${said}`,
    column,
    rows: rows.slice(0, SHOWN_ROWS),
  })
  return [some(worseRows, 'worse', 'lost'), some(betterRows, 'better', 'gained')].filter(({ rows }) => rows.length > 0)
}

/** `claim: … (supported -> unsupported)`; `neutral` makes text of unknown origin harmless in the medium. */
export function evidenceText(change: EvidenceChange, neutral: (text: string) => string): string {
  const states = change.kind === 'claim' ? ` (${stateText(change.a, 'A')} -> ${stateText(change.b, 'B')})` : ''
  return `${change.kind}: ${neutral(change.text)}${states}`
}

function stateText({ outcome, probability }: ClaimState, run: 'A' | 'B'): string {
  if (outcome === 'not_asked') return `not among the claims of ${run}`
  if (outcome === 'not_looked_for') return 'not looked for, nothing was retrieved'
  return probability === undefined ? outcome : `${outcome}, probability ${shownNumber(probability)}`
}
