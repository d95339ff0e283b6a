import type { AgreementFigures, JudgeResult, SourceFigures, SubsetResult } from '../figures/bench-result.ts'
import { causesText } from './causes-text.ts'
import type { Section } from './section.ts'
import { shownFigure, shownInterval, shownSigned, shownSignedInterval, UNKNOWN } from './shown.ts'

const HEAD = ['', 'judge', 'bal.', '95 %', 'acc.', 'kappa', 'TPR', 'TNR', 'MCC', 'F1', 'lean']

type Row = { readonly judge: JudgeResult; readonly figures: SourceFigures }

/** A table for each source: what a mean over sources hides. */
export function sourceSections(judges: readonly JudgeResult[]): Section[] {
  const [first] = judges
  return (first?.sources ?? []).map(({ source, items, isApart }) => {
    const rows = judges.flatMap((judge): Row[] => {
      const figures = judge.sources.find((found) => found.source === source)
      return figures === undefined ? [] : [{ judge, figures }]
    })
    return {
      title: `${source}: ${items} items${isApart ? ', apart from the headline' : ''}`,
      head: HEAD,
      rows: rows.map(({ judge, figures }) => [judge.letter, judge.name, ...cells(figures, judge.kind === 'constant')]),
      lines: rows.flatMap(linesOf),
    }
  })
}

/** The same over a part of the items, beside all of them. */
export function subsetSection({ name, items, judges: parts }: SubsetResult, judges: readonly JudgeResult[]): Section {
  const rows = judges.flatMap(({ key, letter, kind, headline, sources }) => {
    const part = parts.find((one) => one.key === key)
    if (part === undefined || kind === 'constant') return []
    const ofSource = sources.map(({ source, items: count, balancedAccuracy }) => {
      const own = part.sources.find((found) => found.source === source)
      return [
        letter,
        source,
        String(count),
        String(own?.items ?? 0),
        shownFigure(balancedAccuracy.value),
        shownFigure(own?.balancedAccuracy.value),
      ]
    })
    return [...ofSource, [letter, 'mean over sources', '', '', shownFigure(headline.value), shownFigure(part.headline.value)]]
  })
  return {
    title: `Balanced accuracy on all items, and on the ${items} with ${name}`,
    head: ['', 'source', 'items', 'of them', 'all', 'part'],
    rows,
    lines: ['What a screen was learned from flatters it: the part is the fairer number.'],
  }
}

function cells(figures: AgreementFigures, isConstant: boolean): string[] {
  return [
    shownFigure(figures.balancedAccuracy.value),
    // There is no chance in a constant.
    isConstant ? UNKNOWN : shownInterval(figures.balancedAccuracy),
    shownFigure(figures.accuracy),
    shownFigure(figures.kappa),
    shownFigure(figures.tpr.value, 2),
    shownFigure(figures.tnr.value, 2),
    shownFigure(figures.mcc, 2),
    shownFigure(figures.f1, 2),
    shownSigned(figures.supportRate.difference.value),
  ]
}

function linesOf({ judge, figures }: Row): string[] {
  const { letter, kind } = judge
  const { unscored, items, causes, errorsAsWrong, perClaim, rowRecall, calibration, supportRate } = figures
  const lines: string[] = []
  if (unscored > 0) {
    const wrong = errorsAsWrong === null ? '' : `; counted as wrong: balanced accuracy ${shownFigure(errorsAsWrong.balancedAccuracy)}`
    lines.push(`${letter}: ${unscored} of ${items} unscored (${causesText(causes)})${wrong}`)
  }
  if (kind === 'constant') return lines
  const { said, true: held, difference } = supportRate
  if (difference.value !== null) {
    lines.push(
      `${letter} lean: supported ${shownFigure(said)} said, ${shownFigure(held)} people; ${shownSigned(difference.value)} (95 %: ${shownSignedInterval(difference.interval)})`,
    )
  }
  if (perClaim !== null) {
    const { claims, accuracy, balancedAccuracy } = perClaim
    lines.push(
      `${letter} per claim (${claims}; supported by any of its context sets): accuracy ${shownFigure(accuracy)}, balanced accuracy ${shownFigure(balancedAccuracy.value)}`,
    )
  }
  if (rowRecall !== null) {
    const { rows, mae } = rowRecall
    lines.push(
      `${letter}: recall of ${rows} whole rows is off by ${shownFigure(mae)} (said ${shownFigure(rowRecall.said)}, people ${shownFigure(rowRecall.true)})`,
    )
  }
  if (calibration !== null) {
    const { rocAuc, brier, ece } = calibration
    lines.push(`${letter} by its probabilities: AUC ${shownFigure(rocAuc)}, Brier ${shownFigure(brier)}, ECE ${shownFigure(ece)}`)
  }
  return lines
}
