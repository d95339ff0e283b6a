import type { RunSummary } from '@assay/runner'
import type { RowGateCounts } from '../figures/row-digest.ts'
import { causesText } from '../figures/metric-texts.ts'
import { gateWord, rowGatesText, runLength } from '../figures/run-texts.ts'
import { runTitle } from '../figures/run-title.ts'
import { shownCount, shownTime } from '../figures/shown-number.ts'
import { skippedReason, skippedText } from '../figures/skipped-text.ts'
import { usageTexts } from '../figures/usage-texts.ts'
import { forHtmlJson } from '../escaping/for-html.ts'
import type { GateResult } from '../reporter.ts'
import { clientScript } from './client-script.ts'
import { data, html, type Html } from './html.ts'
import { metricCard } from './metric-card.ts'
import { pageHead } from './page-head.ts'
import type { PageRun } from './page-row.ts'
import { pageStyle } from './page-style.ts'

export type HtmlPageContent = {
  readonly summary: RunSummary
  readonly gates: readonly GateResult[]
  readonly rowGates: RowGateCounts | undefined
  /** Number of rows in the run, and on the page. */
  readonly total: number
  readonly shown: number
}

/** The page before and after its rows. The rows come between the two parts, as JSON with commas between them. */
export function htmlPage(content: HtmlPageContent): { readonly beforeRows: string; readonly afterRows: string } {
  const { summary, total } = content
  const run: PageRun = { metrics: summary.run.metrics.map(({ name, direction }) => ({ name, direction })), total }
  const beforeRows = `${pageHead({ title: runTitle(summary.run), style: pageStyle, script: clientScript })}<body>
${pageHeader(content).markup}<main>
${skippedSection(summary).markup}${gatesSection(content.gates).markup}${metricsSection(summary).markup}${rowsSection(content).markup}</main>
<script type="application/json" id="run-data">${forHtmlJson(JSON.stringify(run))}</script>
<script type="application/json" id="row-data">[
`
  const afterRows = `
]</script>
<script>${clientScript}</script>
</body>
</html>
`
  return { beforeRows, afterRows }
}

function pageHeader({ summary, rowGates, total }: HtmlPageContent): Html {
  const { run, skipped, stopped, warnings = [] } = summary
  const unscored = unscoredText(summary)
  const figures = [runLength(summary, total), ...usageTexts(summary), ...(rowGates === undefined ? [] : [rowGatesText(rowGates)])]
  return html`<header>
    <h1>${data(runTitle(run))}</h1>
    <ul class="figures">
      ${figures.map((figure) => html`<li>${data(figure)}</li>`)}
    </ul>
    <p class="faint">run ${data(run.id)} · ${shownTime(run.startedAt)} · Assay ${run.assayVersion}</p>
    ${stopped === undefined ? undefined : html`<p class="alert bad" role="alert"><strong>Stopped early:</strong> ${data(stopped.reason)}</p>`}${skipped === undefined ? undefined : html`<p class="alert" role="alert">${data(skippedText(skipped))}</p>`}${unscored === undefined ? undefined : html`<p class="alert">${data(unscored)}</p>`}${warnings.map((warning) => html`<p class="alert">${data(warning)}</p>`)}
  </header> `
}

/** `context_recall: 2 unscored (1 empty_reference, 1 refused)`, of each metric that left rows unscored. */
function unscoredText({ run, metrics }: RunSummary): string | undefined {
  const parts = run.metrics.flatMap(({ name }) => {
    const found = metrics[name]
    return found === undefined || found.unscored === 0 ? [] : [`${name}: ${shownCount(found.unscored)} unscored (${causesText(found)})`]
  })
  return parts.length === 0 ? undefined : parts.join('; ')
}

function gatesSection(gates: readonly GateResult[]): Html {
  if (gates.length === 0) return html``
  const items = gates.map((gate) => {
    const word = gateWord(gate)
    const note = gate.note === undefined ? undefined : html`<p class="faint">${data(gate.note)}</p>`
    return html`<li class="gate ${word}">
      <span class="chip ${word}">${word}</span>
      <div>${data(gate.text)}${note}</div>
    </li>`
  })
  return html`<section aria-labelledby="gates">
    <h2 id="gates">Gates</h2>
    <ul class="gates">
      ${items}
    </ul>
  </section> `
}

function skippedSection({ skipped }: RunSummary): Html {
  if (skipped === undefined) return html``
  const items = skipped.kinds.map(
    (kind) =>
      html`<li class="gate undecided">
        <span class="chip undecided">skipped</span>
        <div>
          ${data(kind.name)}
          <p class="faint">${data(skippedReason(kind))}</p>
        </div>
      </li>`,
  )
  return html`<section aria-labelledby="skipped">
    <h2 id="skipped">Skipped</h2>
    <ul class="gates">
      ${items}
    </ul>
  </section> `
}

function metricsSection({ run, metrics }: RunSummary): Html {
  const cards = run.metrics.flatMap((metric) => {
    const found = metrics[metric.name]
    return found === undefined ? [] : [metricCard(metric, found)]
  })
  return html`<section aria-labelledby="metrics">
    <h2 id="metrics">Metrics</h2>
    <div class="cards">${cards}</div>
    <p class="faint">
      Under each histogram of scores: box for the middle half, with the median; whiskers from 5% to 95%; diamond for the mean, with its
      interval as a line; dashed, where a screen left claims undecided, what the mean would be if none or all of them were supported.
    </p>
  </section> `
}

function rowsSection({ total, shown }: HtmlPageContent): Html {
  const left =
    shown === total
      ? undefined
      : html`<p class="alert">
          ${shownCount(shown)} of ${shownCount(total)} rows are on this page, the worst ones. Every row is in the JSON and JSONL reports
          (<code>-o report.json</code>).
        </p>`
  return html`<section aria-labelledby="rows-heading">
    <h2 id="rows-heading">Rows</h2>
    ${left}
    <div id="rows">
      <noscript><p class="alert">The rows are shown by a script, which is switched off here.</p></noscript>
    </div>
  </section> `
}
