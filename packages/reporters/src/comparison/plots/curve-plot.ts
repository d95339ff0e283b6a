import { shownNumber } from '../../figures/shown-number.ts'
import { html, type Html } from '../../html/html.ts'
import type { MetricCurve, SeveralComparison } from '../several-comparison.ts'
import { horizontalLines, plot, px } from './axes.ts'
import { linearScale } from './linear-scale.ts'
import { runLook } from './run-look.ts'

const WIDTH = 440
const HEIGHT = 260
const LEFT = 44
const RIGHT = WIDTH - 14
const TOP = 10
const BOTTOM = HEIGHT - 34

export type CurveLine = { readonly label: string; readonly means: readonly (number | null)[] }

/** The mean of each run at each cut-off, in the order of the runs. */
export function curveLines({ points }: MetricCurve, { runs, metrics }: Pick<SeveralComparison, 'runs' | 'metrics'>): CurveLine[] {
  return runs.map(({ label }) => ({
    label,
    means: points.map(({ metric }) => metrics[metric]?.table.find((line) => line.label === label)?.mean ?? null),
  }))
}

/** Means over the cut-off, a line for each run. `undefined` where nothing was scored. */
export function curvePlot(curve: MetricCurve, lines: readonly CurveLine[]): Html | undefined {
  const { name, points } = curve
  const scored = lines.flatMap(({ means }) => means.filter((mean) => mean !== null))
  if (scored.length === 0) return undefined
  const y = linearScale(scored, [BOTTOM, TOP])
  const [first, last] = [points[0]?.k ?? 0, points.at(-1)?.k ?? 1]
  const x = (k: number): number => (last === first ? (LEFT + RIGHT) / 2 : LEFT + 14 + ((k - first) / (last - first)) * (RIGHT - LEFT - 28))
  const ks = points.map(({ k }) => html`<text x="${px(x(k))}" y="${BOTTOM + 16}" text-anchor="middle">${k}</text>`)
  const drawn = lines.map(({ label, means }, at) => {
    const { hue, dash, mark } = runLook(at)
    const places = points.flatMap(({ k }, place) => {
      const mean = means[place]
      return mean === null || mean === undefined ? [] : [{ k, mean, x: x(k), y: y.at(mean) }]
    })
    const path = places.map((place, index) => `${index === 0 ? 'M' : 'L'}${px(place.x)} ${px(place.y)}`).join('')
    return html`<g class="${hue}">
      <path class="curve" d="${path}" stroke-dasharray="${dash === '' ? 'none' : dash}" />
      ${places.map((place) => html`<path class="mark" d="${mark(place.x, place.y)}"><title>${label} at ${place.k}: ${shownNumber(place.mean)}</title></path>`)}
    </g>`
  })
  const title = `${name} over the cut-off, for ${lines.length} runs; the table below has the values`
  return plot(
    title,
    [WIDTH, HEIGHT],
    [
      ...horizontalLines(y, LEFT, RIGHT),
      ...ks,
      html`<text x="${px((LEFT + RIGHT) / 2)}" y="${HEIGHT - 2}" text-anchor="middle">cut-off</text>`,
      ...drawn,
    ],
  )
}

/** How a run is drawn, as a small sign beside its name. */
export function runSign(at: number): Html {
  const { hue, dash, mark } = runLook(at)
  return html`<svg class="sign ${hue}" viewBox="0 0 30 14" width="30" height="14" aria-hidden="true">
    <path class="curve" d="M1 7H29" stroke-dasharray="${dash === '' ? 'none' : dash}" />
    <path class="mark" d="${mark(15, 7)}" />
  </svg>`
}
