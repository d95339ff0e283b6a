import type { Score } from '@assay/core'
import { type EvaluatedRow, type RunMetric, textAt } from '@assay/runner'
import { isLacking } from '../facts/badness.ts'
import { checkedValue, checkText } from '../facts/check-text.ts'
import { clipText } from '../facts/clip-text.ts'
import { forTerminal } from '../neutral/for-terminal.ts'
import { rowName } from '../facts/row-name.ts'
import { shortfallsOf } from '../facts/shortfalls.ts'
import { rowCheckText } from '../facts/row-check-text.ts'
import type { Piece, TerminalPage } from './terminal-page.ts'

/** Things lacking that are shown for one score; the file holds the rest. */
const MOST_SHOWN = 3
/** Longer texts are cut before they are laid out: a document of megabytes must not cost time for two lines. */
const MOST_UNITS = 2000

/** One row, with what it lacks and why. */
export function rowBlock(page: TerminalPage, { result, sample }: EvaluatedRow, metrics: readonly RunMetric[]): void {
  page.flow([{ text: neutral(rowName(result)), look: 'strong' }], 2)
  const question = textAt(sample, ['userInput'])
  if (question !== null) page.paragraph(neutral(question), 4, 1)
  if (result.gate?.threshold !== undefined && result.gate.passed === false) {
    page.paragraph({ text: neutral(rowCheckText(result.gate, result.scores, result.skipped?.length)), look: 'bad' }, 4, 2)
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
  page.paragraph({ text: neutral(score.reason), look: 'faint' }, 6, 2)
  const found = shortfallsOf(score, sample)
  for (const { kind, text, why } of found.slice(0, MOST_SHOWN)) {
    page.paragraph(`- ${kind}: ${neutral(text)}`, 6, 2)
    if (why !== '') page.paragraph({ text: neutral(why), look: 'faint' }, 8, 2)
  }
  if (found.length > MOST_SHOWN) page.paragraph(`- and ${found.length - MOST_SHOWN} more`, 6)
}

function neutral(text: string): string {
  return forTerminal(clipText(text, MOST_UNITS))
}
