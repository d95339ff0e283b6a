import { shownNumber } from '../../figures/shown-number.ts'
import { data, html, type Html } from '../../html/html.ts'
import { curveLines, curvePlot, runSign } from '../plots/curve-plot.ts'
import type { SeveralComparison } from '../several-comparison.ts'

/** Metrics that differ in their cut-off alone, as curves with a table behind; nothing where there are none. */
export function curvesSection(comparison: SeveralComparison): Html {
  const parts = comparison.curves.flatMap((curve) => {
    const lines = curveLines(curve, comparison)
    const drawn = curvePlot(curve, lines)
    if (drawn === undefined) return []
    return [
      html`<article class="metric">
        <h3>${data(curve.name)}</h3>
        <div class="plots">
          <figure>
            <figcaption>Mean over the cut-off</figcaption>
            ${drawn}
          </figure>
          <div class="scroll" tabindex="0" role="region" aria-label="Means of ${curve.name} by cut-off">
            <table class="numbers">
              <thead>
                <tr>
                  <th scope="col">run</th>
                  ${curve.points.map(({ k }) => html`<th scope="col">@${k}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${lines.map(
                  ({ label, means }, at) =>
                    html`<tr>
                      <th scope="row">${runSign(at)}${data(label)}</th>
                      ${means.map((mean) => html`<td>${mean === null ? '–' : shownNumber(mean)}</td>`)}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
        </div>
      </article> `,
    ]
  })
  if (parts.length === 0) return html``
  return html`<section aria-labelledby="curves">
    <h2 id="curves">By cut-off</h2>
    ${parts}
  </section> `
}
