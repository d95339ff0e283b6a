import type { RowGate, SetGate } from '@assay/runner'
import { type CheckedScore, checkedValue, thresholdText } from './check-text.ts'
import { shownBeside } from './shown-beside.ts'
import { shownNumber } from './shown-number.ts'

/** A row's scores; the HTML page stores them in a shorter form. */
type CheckedScores = Readonly<Record<string, CheckedScore & { readonly value: number | null }>>

const MOST_NAMED = 5

/**
 * The outcome of a row's checks: its mean and the threshold, or which checks failed; and how many were skipped.
 */
export function rowCheckText(gate: RowGate, scores: CheckedScores, skipped = 0): string {
  const text = outcomeText(gate, scores)
  return skipped === 0 ? text : `${text} ${skipped === 1 ? '1 more check was' : `${skipped} more checks were`} skipped.`
}

function outcomeText({ value, passed, threshold, sets = [] }: RowGate, scores: CheckedScores): string {
  if (passed === null) return 'A check of the row has no score, so the row neither passes nor fails.'
  if (threshold !== undefined && value !== null) {
    const parts = [...partsOf(scores, undefined), ...sets.flatMap(setPart)]
    return `Weighted mean ${shownBeside(value, threshold)} of ${listed(parts, ', ')}; at least ${threshold} is due.`
  }
  if (passed) return 'All checks passed.'
  const failures = [...failuresOf(scores, undefined), ...sets.flatMap((set) => setFailures(set, scores))]
  return `Not every check passed: ${listed(failures, '; ')}.`
}

/** The parts of the mean of a row, or of a set of its checks, with their weights. */
function partsOf(scores: CheckedScores, set: string | undefined): string[] {
  return Object.entries(scores).flatMap(([name, { value, check }]) => {
    if (value === null || check?.weight === 0 || check?.set !== set) return []
    const counted = check?.negate === true ? [`counted as ${shownNumber(1 - value)}`] : []
    return [part(`${name} ${shownNumber(value)}`, [...counted, ...weightOf(check)])]
  })
}

function setPart({ name, value, weight }: SetGate): string[] {
  return value === null || weight === 0 ? [] : [part(`${name} ${shownNumber(value)}`, weightOf({ weight }))]
}

function part(shown: string, about: readonly string[]): string {
  return about.length === 0 ? shown : `${shown} (${about.join(', ')})`
}

function weightOf({ weight }: { readonly weight?: number | undefined } = {}): string[] {
  return weight === undefined ? [] : [`weight ${weight}`]
}

function failuresOf(scores: CheckedScores, set: string | undefined): string[] {
  return Object.entries(scores).flatMap(([name, { value, passed, check, verdict }]) => {
    if (value === null || passed !== false || check?.weight === 0 || check?.set !== set) return []
    const due = thresholdText(check, verdict)
    return [`${name} ${checkedValue(value, check)}${due === undefined ? '' : `, ${due}`}`]
  })
}

/** A set with a threshold fails as a whole, one without by its checks. */
function setFailures({ name, value, passed, threshold }: SetGate, scores: CheckedScores): string[] {
  if (passed !== false) return []
  if (threshold === undefined || value === null) return failuresOf(scores, name)
  return [`${name} ${shownBeside(value, threshold)} of ${listed(partsOf(scores, name), ', ')}, at least ${threshold} is due`]
}

function listed(parts: readonly string[], between: string): string {
  const named = parts.slice(0, MOST_NAMED).join(between)
  return parts.length > MOST_NAMED ? `${named}${between}and ${parts.length - MOST_NAMED} more` : named
}
