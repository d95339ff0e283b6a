import { shownNumber } from '@assay/reporters'

/** A difference as people read it, with its sign. What is not 0 is never shown as 0. */
export function signed(value: number): string {
  return value === 0 ? '0.000' : `${value > 0 ? '+' : '-'}${shownNumber(Math.abs(value))}`
}

/** `p 0.021` */
export function shownP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p ${p.toFixed(3)}`
}
