import { html, type Html } from '../../html/html.ts'
import { shownNumber } from '../../figures/shown-number.ts'
import { fitText } from '../../terminal/fit-text.ts'
import { differenceText } from '../several-texts.ts'
import type { SeveralMetric } from '../several-comparison.ts'
import { plot, px, verticalLines } from './axes.ts'
import { linearScale } from './linear-scale.ts'

const WIDTH = 440
const LABELS = 140
const LABEL_COLUMNS = 20
const RIGHT = WIDTH - 16
const TOP = 10
const LINE = 24

/** The means of the runs as dots, the best first; filled where no other run is shown to be better. `undefined` where nothing was scored. */
export function meansPlot(name: string, { table, best, direction }: SeveralMetric): Html | undefined {
  const lines = table.filter(({ mean }) => mean !== null)
  if (lines.length === 0) return undefined
  const x = linearScale(
    lines.map(({ mean }) => mean ?? 0),
    [LABELS, RIGHT],
  )
  const bottom = TOP + lines.length * LINE
  const dots = lines.map(({ label, mean }, at) => {
    const isBest = best?.includes(label) !== false
    return html`${runLabel(label, at)}<circle class="${isBest ? 'dot' : 'dot hollow'}" cx="${px(x.at(mean ?? 0))}" cy="${middle(at)}" r="5">
        <title>${label}: ${shownNumber(mean ?? 0)}</title>
      </circle>`
  })
  const told = lines.map(({ label, mean }) => `${label} ${shownNumber(mean ?? 0)}`).join(', ')
  const better = direction === 'minimize' ? ', lower is better' : ''
  return plot(`Means of ${name}${better}: ${told}`, [WIDTH, bottom + 22], [...verticalLines(x, TOP, bottom), ...dots])
}

/** Differences to the best mean, or to the baseline, with their simultaneous intervals and a line at 0. `undefined` where there are none. */
export function differencesPlot(name: string, { table }: SeveralMetric, baseline: string | null): Html | undefined {
  const lines = table.filter(({ mean }) => mean !== null)
  if (lines.every(({ interval }) => interval === null)) return undefined
  const ends = lines.flatMap(({ difference, interval }) => [difference ?? 0, interval?.lo ?? 0, interval?.hi ?? 0])
  const x = linearScale([0, ...ends], [LABELS, RIGHT])
  const bottom = TOP + lines.length * LINE
  const marks = lines.map(({ label, difference, interval }, at) => {
    const y = middle(at)
    const zero = px(x.at(0))
    if (difference === null) return html`${runLabel(label, at)}<path class="dot" d="M${zero} ${y - 5}l5 5l-5 5l-5 -5z" />`
    const line =
      interval === null
        ? undefined
        : html`<line class="interval" x1="${px(x.at(interval.lo))}" x2="${px(x.at(interval.hi))}" y1="${y}" y2="${y}" />`
    return html`${runLabel(label, at)}${line}<circle class="dot" cx="${px(x.at(difference))}" cy="${y}" r="4" />`
  })
  const told = lines.map((line) => `${line.label} ${differenceText(line, baseline)}`).join(', ')
  const to = baseline === null ? 'the best mean' : baseline
  return plot(
    `Differences of ${name} to ${to}, with intervals that hold for all pairs at once: ${told}`,
    [WIDTH, bottom + 22],
    [
      ...verticalLines(x, TOP, bottom),
      html`<line class="zero" x1="${px(x.at(0))}" x2="${px(x.at(0))}" y1="${TOP - 6}" y2="${bottom}" />`,
      ...marks,
    ],
  )
}

function runLabel(label: string, at: number): Html {
  return html`<text class="label" x="${LABELS - 14}" y="${middle(at) + 4}" text-anchor="end">${fitText(label, LABEL_COLUMNS)}</text>`
}

function middle(at: number): number {
  return TOP + at * LINE + LINE / 2
}
