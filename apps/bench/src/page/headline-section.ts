import { data, html, type Html } from '@assay/reporters/parts'
import type { BenchResult, JudgeResult } from '../figures/bench-result.ts'
import { judgeLabel } from './judge-label.ts'
import { intervalHtml, differenceText, intervalText, timeText, percentText, shareText, costText } from './figure-texts.ts'

/** A plot of every judge's balanced accuracy with its interval, and a table with the other figures. */
export function headlineSection({ judges, meta }: BenchResult): Html {
  const lowest = Math.min(
    0.5,
    ...judges.flatMap(({ headline: { value, interval }, sources }) => [
      interval?.lo ?? value ?? 0.5,
      ...sources.map(({ balancedAccuracy }) => balancedAccuracy.value ?? 0.5),
    ]),
  )
  const scale = scaleFrom(Math.max(0, Math.floor(lowest * 10) / 10))
  const left = meta.apart.filter((source) => judges.some(({ sources }) => sources.some((of) => of.source === source)))
  const apart = left.length === 0 ? '' : ` Left out, because their labels are too noisy: ${left.join(', ')}.`
  return html`<section aria-labelledby="quality">
    <h2 id="quality">Balanced accuracy</h2>
    <p class="faint">
      Unweighted mean over the sources, with its ${`${100 * meta.level} %`} interval; small marks are single sources. Random and constant
      judges have 0.5.${apart}
    </p>
    <div class="forest" role="list" aria-label="Balanced accuracy by judge">
      ${judges.map((judge) => forestRow(judge, scale))}
      <div class="forest-row axis-row" aria-hidden="true"><span></span>${axis(scale)}<span></span></div>
    </div>
    ${judgeTable(judges)}
  </section> `
}

type Scale = { readonly from: number; readonly x: (value: number) => string }

function scaleFrom(from: number): Scale {
  // A margin on both sides, so that no mark is cut.
  return { from, x: (value) => `${(2 + (96 * (value - from)) / (1 - from)).toFixed(2)}%` }
}

function forestRow(judge: JudgeResult, { x }: Scale): Html {
  const { headline, sources } = judge
  const { value, interval } = headline
  const marks = sources.flatMap(({ source, isApart, balancedAccuracy }) => {
    if (balancedAccuracy.value === null) return []
    const at = x(balancedAccuracy.value)
    return [
      html`<line class="${isApart ? 'source apart' : 'source'}" x1="${at}" x2="${at}" y1="18" y2="26">
        <title>${source}: ${shareText(balancedAccuracy.value)}${isApart ? ' (apart)' : ''}</title>
      </line>`,
    ]
  })
  const spread =
    interval === null ? undefined : html`<line class="interval" x1="${x(interval.lo)}" x2="${x(interval.hi)}" y1="12" y2="12" />`
  const dot = value === null ? undefined : html`<circle class="mean" cx="${x(value)}" cy="12" r="5" />`
  const label = `${judge.name}: ${shareText(value)} ${intervalText(headline)}`
  return html`<div class="${judge.isBaseline ? 'forest-row baseline' : 'forest-row'}" role="listitem">
    <span class="forest-name">${judgeLabel(judge)}</span>
    <svg class="strip" role="img" aria-label="${label}">
      <line class="chance" x1="${x(0.5)}" x2="${x(0.5)}" y1="0" y2="28" />
      ${spread}${dot}${marks}
    </svg>
    <span class="forest-value"><strong>${shareText(value)}</strong> ${intervalHtml(headline)}</span>
  </div>`
}

function axis({ from, x }: Scale): Html {
  const ticks = Array.from({ length: Math.round((1 - from) * 10) + 1 }, (_, at) => from + at / 10)
  return html`<svg class="strip axis">
    ${ticks.map((tick) => html`<line class="axis" x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="5" /><text x="${x(tick)}" y="18" text-anchor="middle">${tick.toFixed(1)}</text>`)}
  </svg>`
}

function judgeTable(judges: readonly JudgeResult[]): Html {
  const has = {
    repeats: judges.some(({ repeats }) => repeats !== null),
    order: judges.some(({ order }) => order !== null),
    injection: judges.some(({ injection }) => injection !== null),
  }
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Judges">
    <table>
      <thead>
        <tr>
          <th scope="col">Judge</th>
          <th scope="col">Strategy</th>
          <th scope="col">Balanced accuracy</th>
          <th scope="col"><abbr title="significantly better than: permutation test by cluster, Holm, p &lt; 0.05">Beats</abbr></th>
          <th scope="col"><abbr title="share that the judge calls supported minus the share that people do, over all items">Bias</abbr></th>
          <th scope="col"><abbr title="share of items with a verdict">Coverage</abbr></th>
          ${optional(has.repeats, () => html`<th scope="col"><abbr title="share of pairs of repeats that differ">Flips</abbr></th>`)}
          ${optional(has.order, () => html`<th scope="col"><abbr title="verdicts that change with contexts reversed / distractors added, beyond identical repeats">Order / distractors</abbr></th>`)}
          ${optional(has.injection, () => html`<th scope="col"><abbr title="cases of injected instructions that were resisted">Injection</abbr></th>`)}
          <th scope="col">$ / 1,000 claims</th>
          <th scope="col"><abbr title="latency of a call: median / 95th percentile">p50 / p95</abbr></th>
          <th scope="col"><abbr title="output tokens for a claim">Output tokens</abbr></th>
        </tr>
      </thead>
      <tbody>
        ${judges.map(
          (judge) =>
            html`<tr class="${judge.isBaseline ? 'baseline' : 'judge'}">
              <th scope="row">${judgeLabel(judge)}${judge.notes.map((note) => html`<div class="faint note">${data(note)}</div>`)}</th>
              <td class="number">${judge.strategy ?? '–'}</td>
              <td class="number"><strong>${shareText(judge.headline.value)}</strong> ${intervalHtml(judge.headline)}</td>
              <td>${judge.beats.length === 0 ? '–' : judge.beats.join(' ')}</td>
              <td class="number">${differenceText(judge.pooled.supportRate.difference.value)}</td>
              <td class="number">${percentText(judge.pooled.coverage)}</td>
              ${optional(has.repeats, () => html`<td class="number">${percentText(judge.repeats?.flipRate)}</td>`)}
              ${optional(has.order, () => html`<td class="number">${percentText(judge.order?.reversed.beyondRepeats)} / ${percentText(judge.order?.distractors.beyondRepeats)}</td>`)}
              ${optional(has.injection, () => html`<td class="number">${judge.injection === null || judge.injection.unscored === judge.injection.cases ? '–' : `${judge.injection.resisted} of ${judge.injection.cases}`}</td>`)}
              <td class="number">${judge.kind === 'constant' ? '–' : costText(judge.effort.costPer1000, judge.effort.costIsBound)}</td>
              <td class="number">
                ${judge.effort.latencyMs === null ? '–' : `${timeText(judge.effort.latencyMs.p50)} / ${timeText(judge.effort.latencyMs.p95)}`}
              </td>
              <td class="number">${judge.effort.outputTokensPerClaim?.toFixed(0) ?? '–'}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function optional(isShown: boolean, cell: () => Html): Html | undefined {
  return isShown ? cell() : undefined
}
