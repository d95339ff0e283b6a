import { JUDGE_NOTE } from '../../figures/run-texts.ts'
import { shownCount } from '../../figures/shown-number.ts'
import { data, html, type Html } from '../../html/html.ts'
import { differencesPlot, meansPlot } from '../plots/metric-plots.ts'
import type { SeveralComparison, SeveralLine, SeveralMetric } from '../several-comparison.ts'
import { bestText, differenceText, effortTexts, hasEffort, meanText, severalBasis, standingText, usedText } from '../several-texts.ts'

/** One metric: which run is best, the figures, and pictures of them. */
export function metricSection(name: string, metric: SeveralMetric, { runs, baseline, rows }: SeveralComparison): Html {
  const withEffort = hasEffort(runs)
  const line = (of: SeveralLine): Html => {
    const run = runs.find(({ label }) => label === of.label)
    const isBest = metric.best?.includes(of.label) === true && metric.best.length < metric.table.length
    const effort = withEffort && run !== undefined ? effortTexts(run) : []
    const cells = [
      meanText(of),
      differenceText(of, baseline),
      standingText(of),
      shownCount(metric.used),
      shownCount(of.unscored),
      ...effort,
    ]
    return html`<tr class="${isBest ? 'best-row' : ''}">
      <th scope="row">${data(of.label)}</th>
      ${cells.map((text) => html`<td>${text}</td>`)}
    </tr>`
  }
  const head = [
    'run',
    'mean',
    baseline === null ? 'to the best mean' : 'to the baseline',
    baseline === null ? 'letters' : 'shown',
    'rows',
    'unscored',
    ...(withEffort ? ['tokens', 'cost', 'p50'] : []),
  ]
  const figures = [
    ['Means, filled where no other run is shown to be better', meansPlot(name, metric)],
    [
      `Differences to ${baseline === null ? 'the best mean' : 'the baseline'}, with simultaneous intervals`,
      differencesPlot(name, metric, baseline),
    ],
  ] as const
  const notes = [
    severalBasis(metric),
    ...(metric.evidence === 'judge' && metric.used > 0 ? [JUDGE_NOTE] : []),
    usedText(metric, rows.joined, (text) => text),
  ]
  return html`<article class="metric">
    <h3>${data(name)}</h3>
    <p class="best">${data(bestText(metric, baseline, (text) => text))}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Figures of ${name}">
      <table class="numbers">
        <thead>
          <tr>
            ${head.map((text) => html`<th scope="col">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${metric.table.map(line)}
        </tbody>
      </table>
    </div>
    <div class="plots">
      ${figures.flatMap(([caption, drawn]) =>
        drawn === undefined
          ? []
          : [
              html`<figure>
                <figcaption>${caption}</figcaption>
                ${drawn}
              </figure>`,
            ],
      )}
    </div>
    ${notes.filter((note) => note !== '').map((note) => html`<p class="faint">${data(note)}</p>`)}
    <p class="faint"><code class="signature" dir="ltr">${metric.signature}</code></p>
  </article> `
}
