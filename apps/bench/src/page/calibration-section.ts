import { html, type Html } from '@assay/reporters/parts'
import type { BenchResult, CalibrationFigures, JudgeResult } from '../figures/bench-result.ts'
import { judgeLabel } from './judge-label.ts'
import { shareText } from './figure-texts.ts'

const SIZE = 240
const [LEFT, TOP, PLOT] = [30, 10, 195]

/** Stated probabilities against people's labels, for judges that give probabilities. Empty if none does. */
export function calibrationSection({ judges }: BenchResult): Html {
  const given = judges.flatMap((judge) => (judge.pooled.calibration === null ? [] : [{ judge, calibration: judge.pooled.calibration }]))
  if (given.length === 0) return html``
  return html`<section aria-labelledby="calibration">
    <h2 id="calibration">Calibration</h2>
    <p class="faint">
      Stated probability (across) against the share that people call supported (up), in groups of about equal size. Points on the diagonal
      are well calibrated. All sources pooled.
    </p>
    <div class="cards">${given.map(({ judge, calibration }) => card(judge, calibration))}</div>
  </section> `
}

function card(judge: JudgeResult, { curve, brier, ece, rocAuc, items }: CalibrationFigures): Html {
  const points = curve.map(({ meanProbability, supportedShare }) => `${x(meanProbability)},${y(supportedShare)}`).join(' ')
  const said = curve.map(({ meanProbability, supportedShare }) => `${meanProbability.toFixed(2)}: ${supportedShare.toFixed(2)}`).join(', ')
  return html`<div class="card">
    <h3>${judgeLabel(judge)}</h3>
    <svg class="square" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="Calibration of ${judge.key}. Probability: share. ${said}.">
      <rect class="frame" x="${LEFT}" y="${TOP}" width="${PLOT}" height="${PLOT}" />
      <line class="chance" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" />
      <polyline class="curve" points="${points}" />
      ${curve.map(
        ({ meanProbability, supportedShare, items: count }) =>
          html`<circle class="mean" cx="${x(meanProbability)}" cy="${y(supportedShare)}" r="4"
            ><title>${count} items, probability ${meanProbability.toFixed(2)}, share ${supportedShare.toFixed(2)}</title></circle
          >`,
      )}
      ${[0, 0.5, 1].map((tick) => html`<text x="${x(tick)}" y="${TOP + PLOT + 15}" text-anchor="middle">${tick}</text><text x="${LEFT - 5}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`)}
    </svg>
    <p>
      Brier ${shareText(brier)} · calibration error ${shareText(ece)} · AUC ${shareText(rocAuc)}
      <span class="faint">(${items} items)</span>
    </p>
  </div>`
}

function x(value: number): string {
  return (LEFT + value * PLOT).toFixed(1)
}

function y(value: number): string {
  return (TOP + (1 - value) * PLOT).toFixed(1)
}
