import { counted, shownCount } from '../../figures/shown-number.ts'
import { data, html, type Html } from '../../html/html.ts'
import { pageHead } from '../../html/page-head.ts'
import { pageStyle } from '../../html/page-style.ts'
import { forHtmlJson } from '../../escaping/for-html.ts'
import type { SeveralComparison } from '../several-comparison.ts'
import { joinedText, namedText } from '../several-texts.ts'
import type { PageComparison } from './compared-row.ts'
import { comparisonScript } from './comparison-script.ts'
import { comparisonStyle } from './comparison-style.ts'
import { curvesSection } from './curve-sections.ts'
import { metricSection } from './metric-section.ts'
import type { PageRowsResult } from './page-rows.ts'
import { priceSection } from './price-section.ts'

const STYLE = pageStyle + comparisonStyle

/** Several runs as one page of HTML that needs no network, in pieces. */
export function* comparisonPage(comparison: SeveralComparison, rows: PageRowsResult): Generator<string, void, undefined> {
  const { runs, metrics } = comparison
  const told: PageComparison = {
    runs: runs.map(({ label }) => label),
    metrics: Object.entries(metrics).map(([name, { direction }]) => ({ name, direction })),
    groups: rows.groups,
    total: comparison.scores.length,
    hasSamples: rows.hasSamples,
  }
  yield `${pageHead({ title: `Assay: ${counted(runs.length, 'run')} compared`, style: STYLE, script: comparisonScript })}<body>
${pageHeader(comparison).markup}<main>
${gatesSection(comparison).markup}<section aria-labelledby="metrics">
<h2 id="metrics">Metrics</h2>
`
  for (const [name, metric] of Object.entries(metrics)) yield metricSection(name, metric, comparison).markup
  yield `</section>
${curvesSection(comparison).markup}${priceSection(comparison).markup}${rowsSection(comparison, rows).markup}</main>
<script type="application/json" id="run-data">${forHtmlJson(JSON.stringify(told))}</script>
<script type="application/json" id="matrix-data">[
`
  yield* separated(rows.matrix, ',\n')
  yield `
]</script>
<script type="application/json" id="detail-data">
`
  yield* separated(rows.details, '\n')
  yield `
</script>
<script type="application/json" id="text-data">
`
  yield* separated(rows.texts, '\n')
  yield `
</script>
<script>${comparisonScript}</script>
</body>
</html>
`
}

function* separated(texts: Iterable<string>, separator: string): Generator<string, void, undefined> {
  let before = ''
  for (const text of texts) {
    yield before + text
    before = separator
  }
}

function pageHeader(comparison: SeveralComparison): Html {
  const { runs, rows, differs, notes, baseline } = comparison
  const left = runs.filter(({ notInAll }) => notInAll.count > 0)
  return html`<header>
    <h1>${counted(runs.length, 'run')} compared${baseline === null ? undefined : html` with ${data(baseline)}`}</h1>
    ${differs.map((text) => html`<p class="alert bad"><strong>Differs:</strong> ${data(text)}</p>`)}
    <ul class="figures">
      <li>${joinedText(comparison)}</li>
      ${runs.map(({ label, file, rows: own }) => html`<li>${data(label)}: ${data(file)}, ${counted(own, 'row')}</li>`)}
    </ul>
    ${left.map(({ label, notInAll }) => html`<p class="alert">${data(label)}: ${data(namedText(notInAll, 'not in every run', (text) => text))}</p>`)}
    ${rows.inOrder === 0 ? undefined : html`<p class="alert">${counted(rows.inOrder, 'row')} without ids that ask the same as others: joined in their order</p>`}
    ${notes.map((note) => html`<p class="alert">${data(note)}</p>`)}
  </header> `
}

function gatesSection({ gates }: SeveralComparison): Html {
  if (gates.length === 0) return html``
  return html`<section aria-labelledby="gates">
    <h2 id="gates">Gates</h2>
    <ul class="gates">
      ${gates.map(
        ({ text, held }) =>
          html`<li class="gate ${held ? 'held' : 'failed'}">
            <span class="chip ${held ? 'held' : 'failed'}">${held ? 'held' : 'failed'}</span>
            <div>${data(text)}</div>
          </li>`,
      )}
    </ul>
  </section> `
}

function rowsSection({ scores }: SeveralComparison, { shown, hasSamples }: PageRowsResult): Html {
  const left =
    shown === scores.length
      ? undefined
      : html`<p class="alert">
          ${shownCount(shown)} of ${shownCount(scores.length)} rows are on this page, those on which the runs differ most. Every row is in
          the JSON and CSV comparisons (<code>-o compare.json</code>).
        </p>`
  const texts = hasSamples
    ? undefined
    : html`<p class="alert">
        The reports keep no texts (<code>--no-samples</code>): scores and what they rest on are shown, questions and contexts are not.
      </p>`
  return html`<section aria-labelledby="rows-heading">
    <h2 id="rows-heading">Rows</h2>
    ${left}${texts}
    <div id="rows">
      <noscript><p class="alert">The rows are shown by a script, which is switched off here.</p></noscript>
    </div>
  </section> `
}
