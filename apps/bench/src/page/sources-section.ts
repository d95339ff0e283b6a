import { data, html, type Html } from '@assay/reporters/parts'
import type { BenchResult, JudgeResult, SourceFigures } from '../figures/bench-result.ts'
import { judgeLabel } from './judge-label.ts'
import { differenceText, intervalHtml, percentText, shareText } from './figure-texts.ts'

/** The figures behind the headline: every judge on every source, and on subsets of the items. */
export function sourcesSection({ judges, subsets }: BenchResult): Html {
  const sources = [...new Set(judges.flatMap((judge) => judge.sources.map(({ source }) => source)))]
  return html`<section aria-labelledby="sources">
    <h2 id="sources">By source</h2>
    ${sources.map((source) => sourceBlock(source, judges))} ${subsets.map((subset) => subsetBlock(subset, judges))}
  </section> `
}

function sourceBlock(source: string, judges: readonly JudgeResult[]): Html {
  const rows = judges.flatMap((judge) => judge.sources.filter((of) => of.source === source).map((of) => ({ judge, of })))
  const [first] = rows
  if (first === undefined) return html``
  const hasErrors = rows.some(({ of }) => of.errorsAsWrong !== null)
  const extras = rows.flatMap(({ judge, of }) => extraLines(judge, of))
  return html`<details open>
    <summary>
      <h3>${data(source)}</h3>
      <span class="faint">${first.of.items} items, ${first.of.clusters} clusters${first.of.isApart ? ', not in the headline' : ''}</span>
    </summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${source}">
      <table>
        <thead>
          <tr>
            <th scope="col">Judge</th>
            <th scope="col">Balanced accuracy</th>
            <th scope="col"><abbr title="of the items that people call supported, the share that the judge does, too">TPR</abbr></th>
            <th scope="col"><abbr title="of the items that people call unsupported, the share that the judge does, too">TNR</abbr></th>
            <th scope="col"><abbr title="Cohen's kappa: agreement beyond chance">Kappa</abbr></th>
            <th scope="col">MCC</th>
            <th scope="col">Accuracy</th>
            <th scope="col"><abbr title="share that the judge calls supported minus the share that people do">Bias</abbr></th>
            <th scope="col">Coverage</th>
            ${hasErrors ? html`<th scope="col"><abbr title="balanced accuracy with every unscored item counted as wrong">Errors as wrong</abbr></th>` : undefined}
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ judge, of }) => sourceRow(judge, of, hasErrors))}
        </tbody>
      </table>
    </div>
    ${
      extras.length === 0
        ? undefined
        : html`<ul class="faint">
            ${extras}
          </ul>`
    }
  </details>`
}

function sourceRow(judge: JudgeResult, of: SourceFigures, hasErrors: boolean): Html {
  const { difference } = of.supportRate
  return html`<tr class="${judge.isBaseline ? 'baseline' : 'judge'}">
    <th scope="row">${judgeLabel(judge)}</th>
    ${rate(of.balancedAccuracy)}${rate(of.tpr)}${rate(of.tnr)}
    <td class="number">${shareText(of.kappa)}</td>
    <td class="number">${shareText(of.mcc)}</td>
    <td class="number">${shareText(of.accuracy)}</td>
    <td class="number">${differenceText(difference.value)} ${intervalHtml(difference, (value) => differenceText(value, 2))}</td>
    <td class="number">${percentText(of.coverage)}</td>
    ${hasErrors ? html`<td class="number">${shareText(of.errorsAsWrong?.balancedAccuracy)}</td>` : undefined}
  </tr>`
}

function extraLines(judge: JudgeResult, { perClaim, rowRecall, causes }: SourceFigures): Html[] {
  const unscored = Object.entries(causes)
  return [
    ...(perClaim === null
      ? []
      : [
          html`<li>
            ${data(judge.key)}, by claim (supported if any of its context sets supports it; labels belong to claims): accuracy
            ${shareText(perClaim.accuracy)}, balanced accuracy ${shareText(perClaim.balancedAccuracy.value)} over ${perClaim.scored} claims
          </li>`,
        ]),
    ...(rowRecall === null
      ? []
      : [
          html`<li>
            ${data(judge.key)}, recall of ${rowRecall.rows} rows: ${shareText(rowRecall.said)} by the judge, ${shareText(rowRecall.true)} by
            people, mean absolute error ${shareText(rowRecall.mae)}
          </li>`,
        ]),
    ...(unscored.length === 0
      ? []
      : [html`<li>${data(judge.key)}, unscored: ${data(unscored.map(([cause, count]) => `${cause} ${count}`).join(', '))}</li>`]),
  ]
}

function subsetBlock({ name, items, judges: figures }: BenchResult['subsets'][number], judges: readonly JudgeResult[]): Html {
  const rows = figures.flatMap((of) => judges.filter(({ key }) => key === of.key).map((judge) => ({ judge, of })))
  return html`<details>
    <summary>
      <h3>${data(name)}</h3>
      <span class="faint">${items} items</span>
    </summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${name}">
      <table>
        <thead>
          <tr>
            <th scope="col">Judge</th>
            <th scope="col">Balanced accuracy, mean over sources</th>
            <th scope="col">of all items</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ judge, of }) =>
              html`<tr class="${judge.isBaseline ? 'baseline' : 'judge'}">
                <th scope="row">${judgeLabel(judge)}</th>
                <td class="number"><strong>${shareText(of.headline.value)}</strong> ${intervalHtml(of.headline)}</td>
                <td class="number">${shareText(judge.headline.value)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}

function rate(figure: SourceFigures['tpr']): Html {
  return html`<td class="number">${shareText(figure.value)} ${intervalHtml(figure)}</td>`
}
