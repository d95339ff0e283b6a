import type { GroupComparison, MetricSummary, RunMetric } from '@assay/runner'
import { comparedCells, comparisonTexts } from '../figures/group-comparison-texts.ts'
import {
  boundsText,
  causesText,
  distributionTexts,
  groupName,
  groupSpread,
  ownNote,
  rangeText,
  scoredText,
  spreadOf,
} from '../figures/metric-texts.ts'
import { JUDGE_NOTE } from '../figures/run-texts.ts'
import { shownCount, shownNumber } from '../figures/shown-number.ts'
import { distributionChart } from './charts.ts'
import { data, html, type Html } from './html.ts'

/** One metric of the run. */
export function metricCard(metric: RunMetric, summary: MetricSummary): Html {
  const { mean, unscored } = summary
  const { span, about, cautions } = spreadOf(metric, summary)
  const own = ownNote(summary)
  const texts = [metric.evidence === 'judge' && mean !== null ? JUDGE_NOTE : undefined, boundsText(summary), rangeText(metric, summary)]
  const lines = [
    ...texts.flatMap((text) => (text === undefined ? [] : [html`<p class="faint">${text}</p>`])),
    ...(own === undefined ? [] : [html`<p class="faint">${data(own)}</p>`]),
  ]
  const figure =
    mean === null
      ? html`<p class="figure none">nothing was scored</p>`
      : html`<p class="figure">
            <strong>${shownNumber(mean)}</strong>
            ${span ?? undefined}
          </p>
          <p class="faint">${about}${cautions.map((caution) => html` · <span class="caution">${caution}</span>`)}</p>`
  const counts = html`<p>
    ${scoredText(summary)}${unscored === 0 ? undefined : html` · <span class="caution">unscored: ${causesText(summary)}</span>`}
  </p>`
  const signatures = [metric.signature, ...(metric.otherSignatures ?? [])].map(
    (signature) => html`<code class="signature" dir="ltr">${signature}</code>`,
  )
  return html`<article class="card">
    <h3>${data(metric.name)}</h3>
    ${figure}${lines}${counts}${distributionChart(summary)}
    <p class="faint">${distributionTexts(summary).join(' · ')}</p>
    ${Object.entries(summary.groups).map(([column, groups]) => groupTable(metric, { column, groups, comparison: summary.comparisons?.[column] }))}${signatures}
  </article> `
}

type ShownGroups = {
  readonly column: string
  readonly groups: MetricSummary['groups'][string]
  readonly comparison: GroupComparison | undefined
}

function groupTable(metric: RunMetric, { column, groups, comparison }: ShownGroups): Html {
  const rows = groups.map(
    (group) =>
      html`<tr>
        <th scope="row">${data(groupName(group))}</th>
        <td>${group.mean === null ? '–' : shownNumber(group.mean)}</td>
        <td>${groupSpread(metric, group) ?? 'no interval'}</td>
        <td>${shownCount(group.scored)} of ${shownCount(group.total)}</td>
        ${comparedCells(group, comparison).map((text) => html`<td>${text}</td>`)}
      </tr>`,
  )
  return html`<details class="groups">
    <summary>by ${data(column)} (${groups.length})</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Groups by ${column}">
      <table>
        <thead>
          <tr>
            <th scope="col">group</th>
            <th scope="col">mean</th>
            <th scope="col">how sure</th>
            <th scope="col">scored</th>
            ${
              comparison === undefined
                ? undefined
                : html`<th scope="col">to the best mean</th>
                    <th scope="col">letters</th>`
            }
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
