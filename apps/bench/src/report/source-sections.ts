import type { AgreementFigures, JudgeResult, SourceFigures, SubsetResult } from '../figures/bench-result.ts'
import { causeCounts } from './cause-counts.ts'
import type { Section } from './section.ts'
import { figureCell, intervalCell, signedCell, signedIntervalCell, UNKNOWN } from './cell-texts.ts'

const HEAD = ['', 'judge', 'bal.', '95 %', 'acc.', 'kappa', 'TPR', 'TNR', 'MCC', 'F1', 'bias']

type Row = { readonly judge: JudgeResult; readonly figures: SourceFigures }

/** One table per source, which a mean over sources hides. */
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

/** Balanced accuracy on a subset of the items and on all items. */
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
        figureCell(balancedAccuracy.value),
        figureCell(own?.balancedAccuracy.value),
      ]
    })
    return [...ofSource, [letter, 'mean over sources', '', '', figureCell(headline.value), figureCell(part.headline.value)]]
  })
  return {
    title: `Balanced accuracy on all items, and on the ${items} with ${name}`,
    head: ['', 'source', 'items', 'of them', 'all', 'part'],
    rows,
    lines: ['A screen is better on contexts it was trained on: the part is the fairer number.'],
  }
}

function cells(figures: AgreementFigures, isConstant: boolean): string[] {
  return [
    figureCell(figures.balancedAccuracy.value),
    // A constant judge has no sampling error.
    isConstant ? UNKNOWN : intervalCell(figures.balancedAccuracy),
    figureCell(figures.accuracy),
    figureCell(figures.kappa),
    figureCell(figures.tpr.value, 2),
    figureCell(figures.tnr.value, 2),
    figureCell(figures.mcc, 2),
    figureCell(figures.f1, 2),
    signedCell(figures.supportRate.difference.value),
  ]
}

function linesOf({ judge, figures }: Row): string[] {
  const { letter, kind } = judge
  const { unscored, items, causes, errorsAsWrong, perClaim, rowRecall, calibration, supportRate } = figures
  const lines: string[] = []
  if (unscored > 0) {
    const wrong = errorsAsWrong === null ? '' : `; counted as wrong: balanced accuracy ${figureCell(errorsAsWrong.balancedAccuracy)}`
    lines.push(`${letter}: ${unscored} of ${items} unscored (${causeCounts(causes)})${wrong}`)
  }
  if (kind === 'constant') return lines
  const { said, true: held, difference } = supportRate
  if (difference.value !== null) {
    lines.push(
      `${letter} bias: judge ${figureCell(said)} supported, people ${figureCell(held)}; ${signedCell(difference.value)} (95 %: ${signedIntervalCell(difference.interval)})`,
    )
  }
  if (perClaim !== null) {
    const { claims, accuracy, balancedAccuracy } = perClaim
    lines.push(
      `${letter} per claim (${claims}; supported by any of its context sets): accuracy ${figureCell(accuracy)}, balanced accuracy ${figureCell(balancedAccuracy.value)}`,
    )
  }
  if (rowRecall !== null) {
    const { rows, mae } = rowRecall
    lines.push(
      `${letter}: recall of ${rows} whole rows: mean absolute error ${figureCell(mae)} (judge ${figureCell(rowRecall.said)}, people ${figureCell(rowRecall.true)})`,
    )
  }
  if (calibration !== null) {
    const { rocAuc, brier, ece } = calibration
    lines.push(`${letter} probabilities: AUC ${figureCell(rocAuc)}, Brier ${figureCell(brier)}, ECE ${figureCell(ece)}`)
  }
  return lines
}
