import type { MetricSummary } from '@assay/runner'
import { shownCount, shownNumber, shownSpan } from '../figures/shown-number.ts'
import { html, type Html } from './html.ts'

const WIDTH = 320
const PLOT = 300
const LEFT = 10
const BARS = 60

/** The distribution of a metric's scores: a histogram, and below it a box plot with mean and interval, or range. `undefined` if nothing was scored. */
export function distributionChart({ mean, interval, range, median, quantiles, histogram, min, max }: MetricSummary): Html | undefined {
  if (mean === null || median === null || quantiles === null) return undefined
  const most = Math.max(1, ...histogram)
  const bars = histogram.map((count, bin) => {
    const height = count === 0 ? 0 : Math.max(1.5, (count / most) * BARS)
    const from = shownNumber(bin / 10).slice(0, 3)
    return html`<rect
      class="bar"
      x="${LEFT + (bin * PLOT) / 10 + 1}"
      y="${(4 + BARS - height).toFixed(1)}"
      width="${PLOT / 10 - 2}"
      height="${height.toFixed(1)}"
      ><title>${shownCount(count)} from ${from}</title></rect
    >`
  })
  const { p05, p25, p75, p95 } = quantiles
  const box = html`<line class="whisker" x1="${x(p05)}" x2="${x(p95)}" y1="78" y2="78" /><line
      class="whisker"
      x1="${x(p05)}"
      x2="${x(p05)}"
      y1="74"
      y2="82"
    /><line class="whisker" x1="${x(p95)}" x2="${x(p95)}" y1="74" y2="82" /><rect
      class="box"
      x="${x(p25)}"
      y="71"
      width="${Math.max(1, Number(x(p75)) - Number(x(p25))).toFixed(1)}"
      height="14"
    /><line class="median" x1="${x(median)}" x2="${x(median)}" y1="70" y2="86" />`
  const [look, ends] = interval === null ? ['range', range] : ['interval', [interval.lo, interval.hi] as const]
  const spread = ends === null ? undefined : html`<line class="${look}" x1="${x(ends[0])}" x2="${x(ends[1])}" y1="95" y2="95" />`
  const at = Number(x(mean))
  const marker = html`<path class="mean" d="M${at} 90l5 5l-5 5l-5-5z" />`
  const label = [
    `Scores in ten bins from 0 to 1: ${histogram.join(', ')}.`,
    `Mean ${shownNumber(mean)}${ends === null ? '' : `, ${look} ${shownSpan(ends)}`}.`,
    `Median ${shownNumber(median)}, quartiles ${shownNumber(p25)} and ${shownNumber(p75)}, smallest ${shownNumber(min ?? 0)}, largest ${shownNumber(max ?? 1)}.`,
  ].join(' ')
  return html`<figure>
    <svg class="chart" viewBox="0 0 ${WIDTH} 116" role="img" aria-label="${label}">
      <line class="axis" x1="${LEFT}" x2="${LEFT + PLOT}" y1="64.5" y2="64.5" />
      ${bars}${box}${spread}${marker}
      <text x="${LEFT}" y="113" text-anchor="middle">0</text>
      <text x="${LEFT + PLOT / 2}" y="113" text-anchor="middle">0.5</text>
      <text x="${LEFT + PLOT}" y="113" text-anchor="middle">1</text>
    </svg>
  </figure>`
}

function x(value: number): string {
  return (LEFT + value * PLOT).toFixed(1)
}
