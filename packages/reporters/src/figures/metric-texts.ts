import type { GroupSummary, MetricSummary, RunMetric } from '@assay/runner'
import { counted, shownCount, shownNumber, shownSpan } from './shown-number.ts'

/** What is shown beside a mean: an interval, a screen's range, or why there is neither; and cautions for reading it. */
export type Spread = { readonly span: string | null; readonly about: string; readonly cautions: readonly string[] }

export function spreadOf({ evidence, direction }: RunMetric, summary: Pick<MetricSummary, 'interval' | 'noInterval' | 'range'>): Spread {
  const { interval, noInterval, range } = summary
  const lower = direction === 'minimize' ? ['lower is better'] : []
  if (evidence === 'screen') {
    return { span: range === null ? null : shownSpan(range), about: 'range', cautions: [...lower, 'lexical screen, not a judge'] }
  }
  if (interval === null) return { span: null, about: `no interval (${noInterval ?? 'none was computed'})`, cautions: lower }
  const level = Number((interval.level * 100).toFixed(2))
  return {
    span: shownSpan([interval.lo, interval.hi]),
    about: `${level}% interval over ${counted(interval.clusters, interval.unit)}`,
    cautions: interval.few ? [...lower, 'few clusters'] : lower,
  }
}

/** `scored 6 of 8` */
export function scoredText({ scored, total }: Pick<MetricSummary, 'scored' | 'total'>): string {
  return `scored ${shownCount(scored)} of ${shownCount(total)}`
}

/** `1 empty_reference, 1 refused` */
export function causesText({ causes }: Pick<MetricSummary, 'causes'>): string {
  return Object.entries(causes)
    .map(([cause, count]) => `${shownCount(count)} ${cause}`)
    .join(', ')
}

/** The bounds of the mean, if there are unscored rows. */
export function boundsText({ bounds, unscored }: MetricSummary): string | undefined {
  return bounds === null || unscored === 0 ? undefined : `mean ${shownSpan(bounds)} with the unscored at 0 or at 1`
}

export function rangeText({ evidence }: RunMetric, { range }: MetricSummary, ellipsis = '…'): string | undefined {
  return evidence === 'screen' || range === null
    ? undefined
    : `${shownSpan(range)} with undecided claims all unsupported ${ellipsis} all supported`
}

/** The metric's own note on the run. */
export function ownNote({ detail }: MetricSummary): string | undefined {
  const note = detail?.['note']
  return typeof note === 'string' && note !== '' ? note : undefined
}

/** `median 0.350`, `stddev 0.464`, …; empty where nothing was scored. */
export function distributionTexts({ median, stddev, repeatStddev, min, max }: MetricSummary): string[] {
  if (median === null || min === null || max === null) return []
  return [
    `median ${shownNumber(median)}`,
    ...(stddev === null ? [] : [`stddev ${shownNumber(stddev)}`]),
    ...(repeatStddev === null ? [] : [`stddev between repeats of a row ${shownNumber(repeatStddev)}`]),
    `min ${shownNumber(min)}`,
    `max ${shownNumber(max)}`,
  ]
}

/** The name of a group. It comes from data: escape it for the medium. */
export function groupName({ value, isRest }: Pick<GroupSummary, 'value' | 'isRest'>): string {
  if (isRest === true) return '(all further groups)'
  return value ?? '(without one)'
}

/** A group's interval, or a screen's range, labelled as a range. */
export function groupSpread(metric: RunMetric, group: GroupSummary): string | undefined {
  const { span } = spreadOf(metric, group)
  if (span === null) return undefined
  return metric.evidence === 'screen' ? `range ${span}` : span
}
