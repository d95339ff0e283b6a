import { html, type Html } from '@assay/reporters/parts'
import type { BenchResult, JudgeComparison } from '../figures/bench-result.ts'
import { judgeLabel } from './judge-label.ts'
import { differenceText, intervalHtml, pText, percentText } from './figure-texts.ts'

/** How often judges agree, and which differences between them are significant. */
export function agreementSection(result: BenchResult): Html {
  return html`${matrix(result)}${comparisons(result)}`
}

function matrix({ agreement, judges }: BenchResult): Html {
  if (agreement.length === 0) return html``
  const between = (one: string, other: string): BenchResult['agreement'][number] | undefined =>
    agreement.find(({ a, b }) => (a === one && b === other) || (a === other && b === one))
  return html`<section aria-labelledby="agreement">
    <h2 id="agreement">Agreement of judges</h2>
    <p class="faint">
      Cohen's kappa between two judges, below it the share of items on which they agree. Judges that make the same errors agree, too.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Agreement matrix">
      <table class="matrix">
        <thead>
          <tr>
            <td></td>
            ${judges.map(({ letter, key }) => html`<th scope="col"><abbr title="${key}">${letter}</abbr></th>`)}
          </tr>
        </thead>
        <tbody>
          ${judges.map(
            (judge) =>
              html`<tr>
                <th scope="row">${judgeLabel(judge)}</th>
                ${judges.map((other) => cell(judge.key === other.key ? 'self' : between(judge.key, other.key)))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section> `
}

function cell(
  found: 'self' | { readonly items: number; readonly agreement: number | null; readonly kappa: number | null } | undefined,
): Html {
  if (found === 'self') return html`<td class="self" aria-label="itself"></td>`
  if (found === undefined) return html`<td>–</td>`
  const shade = found.kappa === null ? 'none' : `k${Math.round(10 * Math.max(0, found.kappa))}`
  return html`<td class="number ${shade}" title="${found.items} items">
    <strong>${found.kappa?.toFixed(2) ?? '–'}</strong><br /><small>${percentText(found.agreement)}</small>
  </td>`
}

function comparisons({ comparisons: pairs, judges }: BenchResult): Html {
  if (pairs.length === 0) return html``
  const nameOf = (key: string): Html => {
    const judge = judges.find((one) => one.key === key)
    return judge === undefined ? html`${key}` : judgeLabel(judge)
  }
  const hasMcNemar = pairs.some(({ mcnemar }) => mcnemar !== null)
  const row = (pair: JudgeComparison): Html =>
    html`<tr class="${pair.family === 'baseline' ? 'baseline' : 'judge'}">
      <th scope="row">${nameOf(pair.b)}</th>
      <td class="name">${nameOf(pair.a)}</td>
      <td class="number">
        <strong>${differenceText(pair.difference.value)}</strong> ${intervalHtml(pair.difference, (value) => differenceText(value))}
      </td>
      <td class="number">${pair.p === null ? (pair.noP ?? '–') : pText(pair.adjustedP ?? pair.p)}</td>
      ${hasMcNemar ? html`<td class="number">${pText(pair.mcnemar?.midP ?? null)}</td>` : undefined}
      <td class="number">${pair.items} / ${pair.clusters}</td>
    </tr>`
  return html`<section aria-labelledby="comparisons">
    <h2 id="comparisons">Differences</h2>
    <p class="faint">
      In balanced accuracy, on the items that both scored. p of a paired sign-flip test over clusters, adjusted by Holm; pairs with
      baselines are adjusted separately. The intervals hold for all of these pairs at once, and agree with the adjusted p.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Differences between judges">
      <table>
        <thead>
          <tr>
            <th scope="col">Judge</th>
            <th scope="col">minus</th>
            <th scope="col">Difference</th>
            <th scope="col">p (Holm)</th>
            ${hasMcNemar ? html`<th scope="col"><abbr title="McNemar's test, mid-p: only where no cluster repeats">McNemar</abbr></th>` : undefined}
            <th scope="col">Items / clusters</th>
          </tr>
        </thead>
        <tbody>
          ${pairs.map(row)}
        </tbody>
      </table>
    </div>
  </section> `
}
