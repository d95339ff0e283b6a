import type { ScoreCheck } from '@assay/core'
import { shownBeside } from './shown-beside.ts'
import { shownNumber } from './shown-number.ts'

/** The parts of a score that are read here; the HTML page stores scores in a shorter form. */
export type CheckedScore = {
  readonly check?: ScoreCheck | undefined
  readonly passed?: boolean | null | undefined
  readonly range?: readonly [low: number, high: number] | undefined
  readonly undecidedAt?: number | undefined
  readonly verdict?: boolean | undefined
}

/** The outcome of a check, and what was due. `undefined` without a check or without a value. */
export function checkText({ check, passed, range, undecidedAt, verdict }: CheckedScore): string | undefined {
  if (typeof passed !== 'boolean') return undefined
  const counted = passed ? 'passed' : 'failed'
  const weight = check?.weight === undefined ? '' : `, weight ${check.weight}`
  if (undecidedAt === undefined || range === undefined) {
    const due = thresholdText(check, verdict)
    return `check ${counted}${due === undefined ? '' : `: ${due}`}${weight}`
  }
  const [low, high] = range
  const side = check?.negate === true ? ', below which it is due' : ''
  return `check undecided: range ${bare(low)} to ${bare(high)} straddles ${bare(undecidedAt)}${side} (counted as ${counted})${weight}`
}

/** `at least 0.9 is due`, or below it where the check is negated; where the judge says pass or fail beside the value, that is due, too. */
export function thresholdText({ threshold, negate }: ScoreCheck = {}, verdict?: boolean): string | undefined {
  const bound = threshold === undefined ? undefined : `${negate === true ? 'below' : 'at least'} ${threshold}`
  const said = verdict === undefined ? undefined : `${negate === true ? 'a fail' : 'a pass'} by the judge`
  if (bound !== undefined && said !== undefined) return negate === true ? `${bound} or ${said} is due` : `${bound} and ${said} are due`
  const due = bound ?? said
  return due === undefined ? undefined : `${due} is due`
}

/** A value as every report shows it, with enough decimals to show on which side of its threshold it lies. */
export function checkedValue(value: number, check: ScoreCheck | undefined): string {
  return check?.threshold === undefined ? shownNumber(value) : shownBeside(value, check.threshold)
}

/** A number without trailing zeros. */
function bare(value: number): string {
  return shownNumber(value).replace(/\.?0+$/, '')
}
