import type { MetricSummary, RunMetric } from '@assay/runner'
import { boundsText, causesText, distributionTexts, ownNote, rangeText, scoredText, spreadOf } from '../figures/metric-texts.ts'
import { JUDGE_NOTE } from '../figures/run-texts.ts'
import { shownNumber } from '../figures/shown-number.ts'
import { distributionChart } from './charts.ts'
import { groupTable } from './group-table.ts'
import { data, html, type Html } from './html.ts'

/** One metric of the run. */
export function metricCard(metric: RunMetric, summary: MetricSummary): Html {
  const { mean, unscored } = summary
  const { span, about, cautions } = spreadOf(metric, summary)
  const own = ownNote(summary)
  const texts = [metric.evidence === 'judge' && mean !== null ? JUDGE_NOTE : undefined, boundsText(summary), rangeText(metric, summary)]
  const notes = [
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
  const groups = Object.entries(summary.groups).map(([column, shown]) =>
    groupTable(metric, { column, groups: shown, comparison: summary.comparisons?.[column] }),
  )
  return html`<article class="${groups.length === 0 ? 'card' : 'card wide'}">
    <h3>${data(metric.name)}</h3>
    ${figure}${counts}${distributionChart(summary)}
    <p class="faint">${distributionTexts(summary).join(' · ')}</p>
    ${groups}${notes}${signatures}
  </article> `
}
