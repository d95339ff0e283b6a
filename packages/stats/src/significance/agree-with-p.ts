import type { Ends } from '../figure.ts'

/** An end that is moved to the side of the difference is placed at this share of the difference. */
const NEAREST = 1 / 1000
/** An end this near to 0 is 0: the rest is rounding. */
const ROUNDING = 1e-12

export type Tested = {
  readonly difference: number
  /** Of the test that decides about 0, adjusted or not. */
  readonly p: number
  /** Of interval and test, in (0, 1). */
  readonly level: number
}

/** An interval that contains 0 exactly if p ≥ 1 − level: an end that would contradict p is moved to 0, or just past it. It still contains the difference. */
export function agreeWithP({ lo, hi }: Ends, { difference, p, level }: Tested): Ends {
  if (isShown(p, level)) {
    return {
      lo: difference > 0 && lo <= 0 ? difference * NEAREST : lo,
      hi: difference < 0 && hi >= 0 ? difference * NEAREST : hi,
    }
  }
  return { lo: lo < -ROUNDING ? lo : 0, hi: hi > ROUNDING ? hi : 0 }
}

/** Whether a difference with this p is significant: p < 1 − level. */
export function isShown(p: number, level: number): boolean {
  // In doubles 1 − .95 is slightly above .05.
  return p < 1 - level - 1e-12
}
