import { createHash } from 'node:crypto'
import { shownCount } from '@assay/reporters'
import { data, html, type Html, shownTime } from '@assay/reporters/parts'
import type { BenchResult } from '../figures/bench-result.ts'
import { agreementSection } from './agreement-section.ts'
import { calibrationSection } from './calibration-section.ts'
import { costSection } from './cost-section.ts'
import { disagreementsSection } from './disagreements-section.ts'
import { filterScript } from './filter-script.ts'
import { headlineSection } from './headline-section.ts'
import { pageStyle } from './page-style.ts'
import { costText } from './figure-texts.ts'
import { sourcesSection } from './sources-section.ts'

/** A benchmark as one self-contained HTML page: no network, fonts or images; plots are SVG. */
export function renderBenchPage(result: BenchResult): string {
  const sections = [headlineSection, costSection, sourcesSection, agreementSection, calibrationSection, disagreementsSection]
  return `${head()}<body>
${header(result).markup}<main>
${sections.map((section) => section(result).markup).join('')}</main>
<script>${filterScript}</script>
</body>
</html>
`
}

/** The content security policy allows only the script and the style sheet of this page, and no request. */
function head(): string {
  const policy = `default-src 'none'; script-src '${hashOf(filterScript)}'; style-src '${hashOf(pageStyle)}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Assay: which judge can you trust?</title>
<style>${pageStyle}</style>
</head>
`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function header({ meta, judges }: BenchResult): Html {
  const { fixtures, notes, stopped, repeat } = meta
  const items = fixtures.reduce((sum, fixture) => sum + fixture.items, 0)
  return html`<header>
    <h1>Which judge can you trust?</h1>
    <ul class="summary">
      <li>${judges.length} judges, baselines included</li>
      <li>${shownCount(items)} labelled items</li>
      ${fixtures.map(({ file, items: count, supported, clusters }) => html`<li>${data(file)}: ${shownCount(count)} items, ${shownCount(supported)} supported, ${shownCount(clusters)} clusters</li>`)}
      ${meta.cost === null ? undefined : html`<li>${costText(meta.cost, meta.costIsBound)} spent by this run</li>`}
      ${repeat > 1 ? html`<li>each judged ${repeat} times</li>` : undefined}
    </ul>
    <p class="faint">${shownTime(meta.startedAt)} · Assay ${meta.assayVersion} · run ${data(meta.run)}</p>
    ${stopped === undefined ? undefined : html`<p class="alert" role="alert"><strong>Stopped early:</strong> ${data(stopped.reason)}</p>`}
    ${
      notes.length === 0
        ? undefined
        : html`<ul class="notes">
            ${notes.map((note) => html`<li>${data(note)}</li>`)}
          </ul>`
    }
  </header> `
}
