import { studentTQuantile } from '../probability/student-t.ts'
import type { LabelledRows } from './labelled-rows.ts'

/** Moments of the rows: means of values, squares and products. */
export type RowMoments = {
  readonly labelled: number
  readonly humanMean: number
  readonly judgeMean: number
  readonly humanSquare: number
  readonly judgeSquare: number
  readonly product: number
  readonly unlabelled: number
  /** 0 without an unlabelled row, like the next field. */
  readonly unlabelledMean: number
  readonly unlabelledSquare: number
}

export type EnlargedRows = { readonly lambda: number; readonly centre: number; readonly reach: number }

export function momentsOf({ human, judge, judgeUnlabelled }: LabelledRows): RowMoments {
  const sums = { y: 0, f: 0, yy: 0, ff: 0, yf: 0, u: 0, uu: 0 }
  for (const [at, y] of human.entries()) {
    const f = judge[at] ?? 0
    sums.y += y
    sums.f += f
    sums.yy += y * y
    sums.ff += f * f
    sums.yf += y * f
  }
  for (const u of judgeUnlabelled) {
    sums.u += u
    sums.uu += u * u
  }
  const n = human.length
  const others = Math.max(1, judgeUnlabelled.length)
  return {
    labelled: n,
    humanMean: sums.y / n,
    judgeMean: sums.f / n,
    humanSquare: sums.yy / n,
    judgeSquare: sums.ff / n,
    product: sums.yf / n,
    unlabelled: judgeUnlabelled.length,
    unlabelledMean: sums.u / others,
    unlabelledSquare: sums.uu / others,
  }
}

/**
 * Centre and half-width (t with labelled + 1 degrees of freedom) of PPI++ after adding the pairs (human 0, judge 1) and (human 1, judge 0)
 * to the labelled rows, and 0 and 1 to the unlabelled ones, with the λ in [0, 1] that makes the interval shortest. `lambda` 0 ignores the
 * judge and gives the interval of a plain mean. In the added pairs human and judge disagree, so a judge without an observed error is not
 * taken to be perfect.
 */
export function enlargedRows(rows: RowMoments, level: number, givenLambda?: 0): EnlargedRows {
  const n = rows.labelled + 2
  const [y, f] = [rows.labelled * rows.humanMean + 1, rows.labelled * rows.judgeMean + 1]
  const varianceY = sampleCovariance(rows.labelled * rows.humanSquare + 1, y, y, n)
  const varianceF = sampleCovariance(rows.labelled * rows.judgeSquare + 1, f, f, n)
  const covariance = sampleCovariance(rows.labelled * rows.product, y, f, n)
  const others = rows.unlabelled + 2
  const u = rows.unlabelled * rows.unlabelledMean + 1
  const varianceU = sampleCovariance(rows.unlabelled * rows.unlabelledSquare + 1, u, u, others)
  const shortest = covariance / n / (varianceF / n + varianceU / others)
  const lambda = givenLambda ?? (rows.unlabelled === 0 ? 0 : Math.min(1, Math.max(0, shortest)))
  const centre = y / n + lambda * (u / others - f / n)
  const variance = (varianceY - 2 * lambda * covariance + lambda * lambda * varianceF) / n + (lambda * lambda * varianceU) / others
  return { lambda, centre, reach: studentTQuantile((1 + level) / 2, n - 1) * Math.sqrt(variance) }
}

function sampleCovariance(products: number, sumX: number, sumY: number, n: number): number {
  return (products - (sumX * sumY) / n) / (n - 1)
}
