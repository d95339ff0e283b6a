import type { RowGate } from '@assay/runner'
import { type CheckedScore, checkedValue, dueText } from './check-text.ts'
import { shownBeside } from './shown-beside.ts'
import { shownNumber } from './shown-number.ts'

/** A row's scores, or those of one as a page holds it. */
type CheckedScores = Readonly<Record<string, CheckedScore & { readonly value: number | null }>>

const MOST_NAMED = 5

/** How a row fared under all its checks: which mean came and which was due, or which of the checks failed. */
export function rowCheckText({ value, passed, threshold }: RowGate, scores: CheckedScores): string {
  if (passed === null || value === null) return 'A check of the row has no score, so the row neither passes nor fails.'
  if (threshold !== undefined) {
    return `Weighted mean ${shownBeside(value, threshold)} of ${listed(partsOf(scores), ', ')}; at least ${threshold} is due.`
  }
  return passed ? 'All checks passed.' : `Not every check passed: ${listed(failuresOf(scores), '; ')}.`
}

/** What goes into the mean, and how. */
function partsOf(scores: CheckedScores): string[] {
  return Object.entries(scores).flatMap(([name, { value, check }]) => {
    if (value === null || check?.weight === 0) return []
    const shown = `${name} ${shownNumber(value)}`
    const about = [
      ...(check?.negate === true ? [`counted as ${shownNumber(1 - value)}`] : []),
      ...(check?.weight === undefined ? [] : [`weight ${check.weight}`]),
    ]
    return [about.length === 0 ? shown : `${shown} (${about.join(', ')})`]
  })
}

function failuresOf(scores: CheckedScores): string[] {
  return Object.entries(scores).flatMap(([name, { value, passed, check }]) => {
    if (value === null || passed !== false || check?.weight === 0) return []
    const due = dueText(check)
    return [`${name} ${checkedValue(value, check)}${due === undefined ? '' : `, ${due}`}`]
  })
}

function listed(parts: readonly string[], between: string): string {
  const named = parts.slice(0, MOST_NAMED).join(between)
  return parts.length > MOST_NAMED ? `${named}${between}and ${parts.length - MOST_NAMED} more` : named
}
