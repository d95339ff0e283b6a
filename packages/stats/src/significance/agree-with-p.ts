import type { Ends } from '../figure.ts'

/** How near to 0 an end comes that had to be moved to the side of the difference: this share of the difference. */
const NEAREST = 1 / 1000
/** An end this near to 0 is 0: what is left of it is rounding. */
const ROUNDING = 1e-12

export type Tested = {
  readonly difference: number
  /** Of the test that decides about 0, adjusted or not. */
  readonly p: number
  /** Of interval and test, in (0, 1). */
  readonly level: number
}

/** An interval that holds 0 exactly where p ≥ 1 − level: an end that would contradict p is moved to 0, or just past it. It keeps holding the difference. */
export function agreeWithP({ lo, hi }: Ends, { difference, p, level }: Tested): Ends {
  if (isShown(p, level)) {
    return {
      lo: difference > 0 && lo <= 0 ? difference * NEAREST : lo,
      hi: difference < 0 && hi >= 0 ? difference * NEAREST : hi,
    }
  }
  return { lo: lo < -ROUNDING ? lo : 0, hi: hi > ROUNDING ? hi : 0 }
}

/** Whether a difference of this p is shown: p < 1 − level. */
export function isShown(p: number, level: number): boolean {
  // 1 − .95 is above .05 in doubles by less than any p can be meant to differ.
  return p < 1 - level - 1e-12
}
