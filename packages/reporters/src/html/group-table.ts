import type { GroupComparison, GroupSummary, MetricSummary, RunMetric } from '@assay/runner'
import { comparedCells, comparisonTexts } from '../figures/group-comparison-texts.ts'
import { groupName, groupSpread } from '../figures/metric-texts.ts'
import { shownCount, shownNumber } from '../figures/shown-number.ts'
import { data, html, type Html } from './html.ts'

const WIDTH = 120
const HEIGHT = 16

export type ShownGroups = {
  readonly column: string
  readonly groups: MetricSummary['groups'][string]
  readonly comparison: GroupComparison | undefined
}

/** Groups of a metric, the best mean first, with bars and intervals. */
export function groupTable(metric: RunMetric, { column, groups, comparison }: ShownGroups): Html {
  const term = metric.evidence === 'screen' ? 'range' : '95% confidence interval'
  const rows = inOrder(groups, metric.direction).map(
    (group) =>
      html`<tr>
        <th scope="row">${data(groupName(group))}</th>
        <td>${group.mean === null ? '–' : shownNumber(group.mean)}</td>
        <td>${groupBar(group)}</td>
        <td>${groupSpread(metric, group)?.replace(/^range /, '') ?? 'none'}</td>
        <td>${shownCount(group.scored)} of ${shownCount(group.total)}</td>
        ${comparedCells(group, comparison).map((text) => html`<td>${text}</td>`)}
      </tr>`,
  )
  const compared = comparison === undefined ? [] : ['to the best mean', 'letters']
  const head = ['group', 'mean', '0 to 1', term, 'scored', ...compared]
  return html`<details class="groups" open>
    <summary>by ${data(column)} (${groups.length})</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${metric.name}, groups by ${column}">
      <table>
        <thead>
          <tr>
            ${head.map((text) => html`<th scope="col">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${comparisonTexts(comparison, (text) => text).map((text) => html`<p class="faint">${data(text)}</p>`)}
  </details>`
}

/** The best mean first; groups without one, and all further groups together, last. */
function inOrder(groups: readonly GroupSummary[], direction: RunMetric['direction']): GroupSummary[] {
  const sign = direction === 'minimize' ? 1 : -1
  return groups.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)) || sign * ((one.mean ?? 0) - (other.mean ?? 0)))
}

function isLast({ mean, isRest }: GroupSummary): boolean {
  return mean === null || isRest === true
}

/** The mean as a bar from 0 to 1, its interval or range as a line. The numbers stand beside it. */
function groupBar({ mean, interval, range }: GroupSummary): Html | undefined {
  if (mean === null) return undefined
  const ends = interval === null ? range : ([interval.lo, interval.hi] as const)
  const line =
    ends === null
      ? undefined
      : html`<line
          class="${interval === null ? 'range' : 'interval'}"
          x1="${x(ends[0])}"
          x2="${x(ends[1])}"
          y1="${HEIGHT / 2}"
          y2="${HEIGHT / 2}"
        />`
  return html`<svg class="chart group-bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true">
    <rect class="bar" x="0" y="3" width="${x(mean)}" height="10" />
    ${line}
    <line class="axis" x1="${WIDTH - 0.5}" x2="${WIDTH - 0.5}" y1="1" y2="15" />
  </svg>`
}

function x(value: number): string {
  return (value * (WIDTH - 1)).toFixed(1)
}
