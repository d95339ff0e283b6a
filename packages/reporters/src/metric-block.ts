import type { MetricSummary, RunMetric } from '@assay/runner'
import { bars } from './bars.ts'
import { forTerminal } from './for-terminal.ts'
import { counted, shownCount, shownNumber, shownSpan } from './shown-number.ts'
import type { Piece, TerminalPage } from './terminal-page.ts'

/** One metric of a finished run. */
export function metricBlock(page: TerminalPage, metric: RunMetric, summary: MetricSummary): void {
  const { mean, scored, unscored, total, bounds, causes, range, detail } = summary
  page.flow([{ text: forTerminal(metric.name), look: 'strong' }, ...meanPieces(metric, summary)], 0)
  if (metric.evidence === 'judge' && mean !== null) {
    page.paragraph({ text: "sampling of rows only; the judge's own errors are not in it", look: 'faint' }, 2)
  }
  if (metric.evidence !== 'screen' && range !== null) {
    page.paragraph(`${shownSpan(range)} with undecided claims all unsupported ${page.options.unicode ? '…' : '...'} all supported`, 2)
  }
  if (typeof detail?.['note'] === 'string') page.paragraph(forTerminal(detail['note']), 2)
  const counts: Piece[] = [`scored ${shownCount(scored)} of ${shownCount(total)}`]
  if (unscored > 0) {
    const shown = Object.entries(causes).map(([cause, count]) => `${shownCount(count)} ${forTerminal(cause)}`)
    counts.push({ text: `unscored: ${shown.join(', ')}`, look: 'warn' })
    if (bounds !== null) counts.push(`mean ${shownSpan(bounds)} with the unscored at 0 or at 1`)
  }
  page.flow(counts, 2)
  const { median, stddev, min, max, histogram } = summary
  if (median !== null && min !== null && max !== null) {
    const spread = stddev === null ? [] : [`stddev ${shownNumber(stddev)}`]
    page.flow([`median ${shownNumber(median)}`, ...spread, `min ${shownNumber(min)}`, `max ${shownNumber(max)}`], 2)
    page.flow([`0 |${bars(histogram, page.options.unicode)}| 1`], 2)
  }
  page.paragraph({ text: forTerminal(metric.signature), look: 'faint' }, 2)
}

function meanPieces({ evidence, direction }: RunMetric, { mean, interval, noInterval, range }: MetricSummary): Piece[] {
  if (mean === null) return [{ text: 'nothing was scored', look: 'warn' }]
  const pieces: Piece[] = [{ text: shownNumber(mean), look: 'strong' }]
  if (direction === 'minimize') pieces.push('lower is better')
  if (evidence === 'screen') {
    if (range !== null) pieces.push(`range ${shownSpan(range)}`)
    return [...pieces, { text: 'lexical screen, not a judge', look: 'warn' }]
  }
  if (interval === null) return [...pieces, { text: `no interval (${noInterval ?? 'none was computed'})`, look: 'faint' }]
  const level = Number((interval.level * 100).toFixed(2))
  pieces.push(shownSpan([interval.lo, interval.hi]), `${level}% interval over ${counted(interval.clusters, interval.unit)}`)
  return interval.few ? [...pieces, { text: 'few clusters', look: 'warn' }] : pieces
}
