import type { Ends } from '../figure.ts'
import { addTo, emptySum, totalOf } from '../spread/compensated-sum.ts'
import { agreeWithP, isShown } from './agree-with-p.ts'
import type { ClusterSum } from './cluster-sums.ts'
import { tangoUpper } from './tango.ts'

/** Sums of the differences by cluster, for the interval and the test. */
export type DifferenceSums = {
  readonly clusters: number
  /** Those whose sum is not 0. */
  readonly moved: number
  readonly rows: number
  /** Σ s over the sums of the clusters; exactly 0 if it is 0 up to rounding. */
  readonly total: number
  /** Σ of the sums above 0, and of the absolute values of those below. */
  readonly gain: number
  readonly loss: number
  /** Σ s², Σ n² and Σ s n, n being the rows of a cluster. */
  readonly squares: number
  readonly sizeSquares: number
  readonly products: number
}

export type IntervalOptions = {
  /** How many standard errors wide: the normal quantile of the level, or more for simultaneous intervals. */
  readonly z: number
  /** The p-value of the test, which alone decides about 0. */
  readonly p: number
  readonly level: number
}

const ROUNDING = 1e-12
/** Below this share of n², the parabola of the second interval opens to both sides: nothing is excluded. */
const FLAT = 1e-9

/** The result does not depend on the order of the clusters, to the last bit, and that of A − B is exactly the mirrored one. */
export function differenceSums(sums: readonly ClusterSum[]): DifferenceSums {
  let [rows, sizeSquares] = [0, 0]
  for (const { rows: size } of sums) {
    rows += size
    sizeSquares += size ** 2
  }
  const gains = oneWay(sums.filter(({ sum }) => sum > 0))
  const losses = oneWay(sums.flatMap(({ rows: size, sum }) => (sum < 0 ? [{ rows: size, sum: -sum }] : [])))
  const total = gains.change - losses.change
  return {
    clusters: sums.length,
    moved: gains.moved + losses.moved,
    rows,
    total: Math.abs(total) <= ROUNDING * (gains.change + losses.change) ? 0 : total,
    gain: gains.change,
    loss: losses.change,
    squares: gains.squares + losses.squares,
    sizeSquares,
    products: gains.products - losses.products,
  }
}

type OneWay = { readonly moved: number; readonly change: number; readonly squares: number; readonly products: number }

/** Of the clusters that change one way, by the size of their change. */
function oneWay(sums: readonly ClusterSum[]): OneWay {
  const [change, squares, products] = [emptySum(), emptySum(), emptySum()]
  for (const { rows, sum } of inOrder(sums)) {
    addTo(change, sum)
    addTo(squares, sum ** 2)
    addTo(products, rows * sum)
  }
  return { moved: sums.length, change: totalOf(change), squares: totalOf(squares), products: totalOf(products) }
}

/** By sum, then by rows. If all clusters are single rows, only their sums are sorted, which is much faster. */
function inOrder(sums: readonly ClusterSum[]): readonly ClusterSum[] {
  if (sums.some(({ rows }) => rows !== 1)) return sums.toSorted((one, other) => one.sum - other.sum || one.rows - other.rows)
  return Array.from(Float64Array.from(sums, ({ sum }) => sum).sort(), (sum) => ({ rows: 1, sum }))
}

/**
 * The interval of a mean paired difference in [-1, 1]: a score interval, which tries each value with the variance that the data would have
 * if it were true, so that it has a width without a differing pair. The changes are rescaled to wins and losses of one size, for which Tango's
 * interval of paired proportions holds. That size is the observed mean size if the interval excludes 0 (the test is significant). Otherwise it is
 * the mean size after adding one cluster with the largest possible change, since an unobserved change may be that large. For clusters of
 * different sizes, the outer ends of this and of a plain score interval are used.
 */
export function differenceInterval(sums: DifferenceSums, { z, p, level }: IntervalOptions): Ends {
  const difference = sums.total / sums.rows
  const upper = (of: DifferenceSums, isNear: boolean): number => upperEnd(of, z, isNear && isShown(p, level))
  const ends = { lo: -upper(mirrored(sums), sums.total > 0), hi: upper(sums, sums.total < 0) }
  const { lo, hi } = agreeWithP(ends, { difference, p, level })
  return { lo: Math.min(lo, difference), hi: Math.max(hi, difference) }
}

/** The standard error of the difference if the runs are alike. */
export function standardError({ squares, rows }: DifferenceSums): number {
  return Math.sqrt(squares) / rows
}

/** The same of A − B. */
function mirrored({ total, gain, loss, products, ...rest }: DifferenceSums): DifferenceSums {
  return { ...rest, total: -total, gain: loss, loss: gain, products: -products }
}

function upperEnd(sums: DifferenceSums, z: number, stopsShort: boolean): number {
  const { clusters, rows, gain, loss, squares, sizeSquares } = sums
  const change = gain + loss
  // The mean size of the cluster of a row: how much one cluster can move the mean.
  const most = sizeSquares / rows
  const size = stopsShort ? squares / change : (squares + most ** 2) / (change + most)
  const end = Math.min(1, (tangoUpper(gain / size, loss / size, clusters, z) * size * clusters) / rows)
  return change === 0 ? end : Math.max(end, plainScoreUpper(sums, z))
}

/** The greater root θ ≤ 1 of (T − nθ)² = z² Σ (s − n_g θ)². */
function plainScoreUpper({ rows, total, squares, sizeSquares, products }: DifferenceSums, z: number): number {
  const a = rows ** 2 - z ** 2 * sizeSquares
  if (a <= FLAT * rows ** 2) return 1
  const b = rows * total - z ** 2 * products
  const c = total ** 2 - z ** 2 * squares
  return Math.min(1, (b + Math.sqrt(Math.max(0, b * b - a * c))) / a)
}
