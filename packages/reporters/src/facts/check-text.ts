import type { ScoreCheck } from '@assay/core'
import { shownBeside } from './shown-beside.ts'
import { shownNumber } from './shown-number.ts'

/** Of a score, or of one as a page holds it. */
export type CheckedScore = {
  readonly check?: ScoreCheck | undefined
  readonly passed?: boolean | null | undefined
  readonly range?: readonly [low: number, high: number] | undefined
  readonly undecidedAt?: number | undefined
}

/** How a check ended, and what was due. `undefined` where none was asked of the score, or the score has no value. */
export function checkText({ check, passed, range, undecidedAt }: CheckedScore): string | undefined {
  if (typeof passed !== 'boolean') return undefined
  const counted = passed ? 'passed' : 'failed'
  const weight = check?.weight === undefined ? '' : `, weight ${check.weight}`
  if (undecidedAt === undefined || range === undefined) {
    const due = dueText(check)
    return `check ${counted}${due === undefined ? '' : `: ${due}`}${weight}`
  }
  const [low, high] = range
  const side = check?.negate === true ? ', below which it is due' : ''
  return `check undecided: range ${bare(low)} to ${bare(high)} straddles ${bare(undecidedAt)}${side} (counted as ${counted})${weight}`
}

/** `at least 0.9 is due`, or below it where the check is negated; with the judge's pass or fail where that is due. */
export function dueText({ threshold, byVerdict, negate }: ScoreCheck = {}): string | undefined {
  const isNegated = negate === true
  const due = [
    ...(byVerdict === true ? [`a ${isNegated ? 'fail' : 'pass'} of the judge`] : []),
    ...(threshold === undefined ? [] : [`${isNegated ? 'below' : 'at least'} ${threshold}`]),
  ]
  return due.length === 0 ? undefined : `${due.join(' and ')} ${due.length === 1 ? 'is' : 'are'} due`
}

/** A value as every report shows it, and so that it does not belie what its check made of it. */
export function checkedValue(value: number, check: ScoreCheck | undefined): string {
  return check?.threshold === undefined ? shownNumber(value) : shownBeside(value, check.threshold)
}

/** Ends and round figures without the zeros that say nothing. */
function bare(value: number): string {
  return shownNumber(value).replace(/\.?0+$/, '')
}
