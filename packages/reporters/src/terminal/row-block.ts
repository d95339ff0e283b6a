import type { Score } from '@assay/core'
import { type EvaluatedRow, type RunMetric, textAt } from '@assay/runner'
import { isLacking } from '../figures/badness.ts'
import { checkedValue, checkText } from '../figures/check-text.ts'
import { clipText } from '../figures/clip-text.ts'
import { forTerminal } from '../escaping/for-terminal.ts'
import { rowName } from '../figures/row-name.ts'
import { shortfallsOf } from '../figures/shortfalls.ts'
import { rowCheckText } from '../figures/row-check-text.ts'
import type { Piece, TerminalPage } from './terminal-page.ts'

/** How many shortfalls of one score are shown. The JSON report has all. */
const MOST_SHOWN = 3
/** Longer texts are truncated before layout: laying out megabytes for two lines would take time. */
const MOST_UNITS = 2000

/** One row, with what it lacks and why. */
export function rowBlock(page: TerminalPage, { result, sample }: EvaluatedRow, metrics: readonly RunMetric[]): void {
  page.flow([{ text: shown(rowName(result)), look: 'strong' }], 2)
  const question = textAt(sample, ['userInput'])
  if (question !== null) page.paragraph(shown(question), 4, 1)
  if (result.gate?.threshold !== undefined && result.gate.passed === false) {
    page.paragraph({ text: shown(rowCheckText(result.gate, result.scores, result.skipped?.length)), look: 'bad' }, 4, 2)
  }
  for (const { name, direction } of metrics) {
    const score = result.scores[name]
    if (score?.status !== 'scored' || !isLacking(score, direction)) continue
    const check = checkText(score)
    const look = score.passed === true || score.undecidedAt !== undefined ? 'warn' : 'bad'
    const pieces: Piece[] = [forTerminal(name), { text: checkedValue(score.value, score.check), look }]
    page.flow(check === undefined ? pieces : [...pieces, { text: check, look }], 4)
    scoreLines(page, score, sample)
  }
}

function scoreLines(page: TerminalPage, score: Score, sample: EvaluatedRow['sample']): void {
  page.paragraph({ text: shown(score.reason), look: 'faint' }, 6, 2)
  const found = shortfallsOf(score, sample)
  for (const { kind, text, why } of found.slice(0, MOST_SHOWN)) {
    page.paragraph(`- ${kind}: ${shown(text)}`, 6, 2)
    if (why !== '') page.paragraph({ text: shown(why), look: 'faint' }, 8, 2)
  }
  if (found.length > MOST_SHOWN) page.paragraph(`- and ${found.length - MOST_SHOWN} more`, 6)
}

function shown(text: string): string {
  return forTerminal(clipText(text, MOST_UNITS))
}
