import { data, html, type Html } from '@assay/reporters/parts'
import type { BenchResult, JudgeResult } from '../figures/bench-result.ts'
import { judgeLabel } from './judge-label.ts'
import { costText, intervalText, shareText, usdText } from './figure-texts.ts'

const HEIGHT = 300
const [TOP, BOTTOM] = [16, 262]
/** Percent of the width: the place of judges that cost nothing, and the range of prices. */
const [FREE, FROM, TO] = [12, 24, 95]

/** Cost against balanced accuracy: prices on a logarithmic axis, with judges that cost nothing to its left. */
export function costSection({ judges }: BenchResult): Html {
  const known = judges.filter(({ effort, headline }) => effort.costPer1000 !== null && headline.value !== null)
  const unknown = judges.filter(
    ({ effort, headline, kind }) => kind !== 'constant' && effort.costPer1000 === null && headline.value !== null,
  )
  return html`<section aria-labelledby="cost">
    <h2 id="cost">Cost against quality</h2>
    ${known.length < 2 ? html`<p>No plot: it needs at least two judges with a known cost.</p>` : scatter(known)}
    ${
      unknown.length === 0
        ? undefined
        : html`<p class="faint">
            Cost unknown:
            ${unknown.map(({ key, headline }, at) => html`${at === 0 ? '' : ', '}${data(key)} (${shareText(headline.value)})`)}
          </p>`
    }
  </section> `
}

function scatter(judges: readonly JudgeResult[]): Html {
  const priced = judges.flatMap(({ effort: { costPer1000 } }) => (costPer1000 !== null && costPer1000 > 0 ? [costPer1000] : []))
  const low = priced.length === 0 ? 0 : Math.floor(Math.log10(Math.min(...priced)))
  const high = priced.length === 0 ? 0 : Math.max(low + 1, Math.ceil(Math.log10(Math.max(...priced))))
  const decades = priced.length === 0 ? [] : Array.from({ length: high - low + 1 }, (_, at) => low + at)
  const x = (cost: number): number => (cost === 0 ? FREE : FROM + ((TO - FROM) * (Math.log10(cost) - low)) / (high - low))
  const ends = judges.flatMap(({ headline: { value, interval } }) => [interval?.lo ?? value ?? 0.5])
  const least = Math.max(0, Math.floor(Math.min(0.5, ...ends) * 10) / 10)
  const y = (value: number): number => BOTTOM - ((BOTTOM - TOP) * (value - least)) / (1 - least)
  const ticks = Array.from({ length: Math.round((1 - least) * 10) + 1 }, (_, at) => least + at / 10)
  return html`<figure>
    <svg class="scatter" height="${HEIGHT}" role="img" aria-label="${labelOf(judges)}">
      ${ticks.map((tick) => html`<line class="grid" x1="7%" x2="98%" y1="${y(tick)}" y2="${y(tick)}" /><text x="0" y="${y(tick) + 4}">${tick.toFixed(1)}</text>`)}
      ${judges.some(({ effort }) => effort.costPer1000 === 0) ? html`<text x="${FREE}%" y="${BOTTOM + 18}" text-anchor="middle">$0</text>` : undefined}
      ${decades.map((decade) => html`<line class="axis" x1="${x(10 ** decade).toFixed(2)}%" x2="${x(10 ** decade).toFixed(2)}%" y1="${BOTTOM}" y2="${BOTTOM + 5}" /><text x="${x(10 ** decade).toFixed(2)}%" y="${BOTTOM + 18}" text-anchor="middle">${usdText(10 ** decade)}</text>`)}
      <text x="50%" y="${HEIGHT - 2}" text-anchor="middle">US dollars for 1,000 claims</text>
      ${placed(judges, x, y).map(mark)}
    </svg>
    <figcaption class="faint">
      Up is better, left is cheaper. Lines are intervals of balanced accuracy.
      <ul class="legend">
        ${judges.map((judge) => html`<li>${judgeLabel(judge)} ${shareText(judge.headline.value)}, ${costText(judge.effort.costPer1000, judge.effort.costIsBound)}</li>`)}
      </ul>
    </figcaption>
  </figure>`
}

type Mark = {
  readonly judge: JudgeResult
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  readonly labelY: number
}

/** The positions of marks and their letters. Overlapping letters are moved apart. */
function placed(judges: readonly JudgeResult[], x: (cost: number) => number, y: (value: number) => number): Mark[] {
  const marks = judges.map((judge) => {
    const { value, interval } = judge.headline
    const at = y(value ?? 0)
    const [low, high] = interval === null ? [at, at] : [y(interval.lo), y(interval.hi)]
    return { judge, x: x(judge.effort.costPer1000 ?? 0), y: at, low, high }
  })
  const named: Mark[] = []
  for (const { judge, x: across, y: down, low, high } of marks.toSorted((a, b) => a.y - b.y)) {
    const near = named.filter((other) => Math.abs(other.x - across) < 6).map(({ labelY }) => labelY)
    named.push({ judge, x: across, y: down, low, high, labelY: Math.max(down, ...near.map((taken) => taken + 15)) })
  }
  return named
}

function mark({ judge, x, y, low, high, labelY }: Mark): Html {
  const at = `${x.toFixed(2)}%`
  return html`<g class="${judge.isBaseline ? 'baseline' : 'judge'}">
    <line class="interval" x1="${at}" x2="${at}" y1="${low.toFixed(1)}" y2="${high.toFixed(1)}" />
    <circle class="mean" cx="${at}" cy="${y.toFixed(1)}" r="5">
      <title>
        ${judge.key}: ${shareText(judge.headline.value)}, ${costText(judge.effort.costPer1000, judge.effort.costIsBound)} for 1,000 claims
      </title>
    </circle>
    <text class="name" x="${at}" y="${(labelY + 4).toFixed(1)}" dx="9">${judge.letter}</text>
  </g>`
}

function labelOf(judges: readonly JudgeResult[]): string {
  const said = judges.map(
    ({ key, headline, effort }) =>
      `${key}: ${shareText(headline.value)} ${intervalText(headline)} at ${costText(effort.costPer1000, effort.costIsBound)}`,
  )
  return `Balanced accuracy against US dollars for 1,000 claims. ${said.join('; ')}.`
}
