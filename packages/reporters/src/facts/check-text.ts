import { shownNumber } from './shown-number.ts'

/** Of a score, or of one as a page holds it. */
export type CheckedScore = {
  readonly passed?: boolean | null | undefined
  readonly range?: readonly [low: number, high: number] | undefined
  readonly undecidedAt?: number | undefined
}

/** How a check ended. `undefined` where none was asked of the score, or the score has no value. */
export function checkText({ passed, range, undecidedAt }: CheckedScore): string | undefined {
  if (typeof passed !== 'boolean') return undefined
  const counted = passed ? 'passed' : 'failed'
  if (undecidedAt === undefined || range === undefined) return `check ${counted}`
  const [low, high] = range
  return `check undecided: range ${bare(low)} to ${bare(high)} straddles ${bare(undecidedAt)} (counted as ${counted})`
}

/** Ends and round figures without the zeros that say nothing. */
function bare(value: number): string {
  return shownNumber(value).replace(/\.?0+$/, '')
}
