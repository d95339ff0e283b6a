/** The most distinct values that are counted exactly. Recall is a ratio of small numbers, so few runs have more. */
const EXACT_LIMIT = 4096
/** Cells of the fine histogram that is used beyond that, besides one for 0 and one for 1. A power of two, so that borders are exact. */
const CELLS = 8192
const HISTOGRAM_BINS = 10

export type Quantiles = { readonly p05: number; readonly p25: number; readonly p50: number; readonly p75: number; readonly p95: number }

export type Distribution = {
  readonly count: number
  readonly min: number | null
  readonly max: number | null
  readonly median: number | null
  /** Linear between neighbouring values, as in most programs (type 7 of Hyndman and Fan, 1996). */
  readonly quantiles: Quantiles | null
  /** How far a quantile can be off: 0 up to 4,096 distinct values, 2⁻¹⁴ beyond. */
  readonly quantileError: number
  /** Counts in [0, 0.1), [0.1, 0.2), … [0.9, 1]. */
  readonly histogram: readonly number[]
  /** Sample standard deviation (n − 1); `null` under two values. */
  readonly stddev: number | null
}

export type DistributionCounter = {
  /** @throws RangeError for a value outside [0, 1], NaN included. */
  readonly add: (value: number) => void
  readonly result: () => Distribution
}

/** A run of equal or close values, in ascending order. */
type Cell = { readonly least: number; readonly greatest: number; readonly count: number }

/** The distribution of values in [0, 1], from a stream, in bounded memory. The order of the values has no effect. */
export function createDistribution(): DistributionCounter {
  const counts = new Map<number, { times: number }>()
  const bins = Array.from({ length: HISTOGRAM_BINS }, () => 0)
  let fine: FineHistogram | undefined
  let count = 0
  let min = Infinity
  let max = -Infinity
  let mean = 0
  let squares = 0

  return {
    add(value) {
      if (!(value >= 0 && value <= 1)) throw new RangeError(`createDistribution: the value ${value} is not in [0, 1]`)
      count += 1
      if (value < min) min = value
      if (value > max) max = value
      const delta = value - mean
      mean += delta / count
      squares += delta * (value - mean)
      const bin = binOf(value)
      bins[bin] = (bins[bin] ?? 0) + 1
      if (fine !== undefined) {
        fine.add(value, 1)
        return
      }
      const found = counts.get(value)
      if (found !== undefined) {
        found.times += 1
        return
      }
      counts.set(value, { times: 1 })
      if (counts.size > EXACT_LIMIT) {
        fine = createFineHistogram()
        for (const [held, { times }] of counts) fine.add(held, times)
        counts.clear()
      }
    },
    result() {
      const quantile = createQuantile(fine === undefined ? exactCells(counts) : fine.cells(), count)
      const median = count === 0 ? null : quantile(0.5)
      return {
        count,
        min: count === 0 ? null : min,
        max: count === 0 ? null : max,
        median,
        quantiles:
          median === null ? null : { p05: quantile(0.05), p25: quantile(0.25), p50: median, p75: quantile(0.75), p95: quantile(0.95) },
        quantileError: fine === undefined ? 0 : 1 / (2 * CELLS),
        histogram: [...bins],
        stddev: count < 2 ? null : Math.sqrt(squares / (count - 1)),
      }
    },
  }
}

type FineHistogram = { readonly add: (value: number, times: number) => void; readonly cells: () => Cell[] }

function createFineHistogram(): FineHistogram {
  const counts = new Float64Array(CELLS + 2)
  const least = new Float64Array(CELLS + 2).fill(Infinity)
  const greatest = new Float64Array(CELLS + 2).fill(-Infinity)
  return {
    add(value, times) {
      const cell = value === 0 ? 0 : 1 + Math.floor(value * CELLS)
      counts[cell] = (counts[cell] ?? 0) + times
      least[cell] = Math.min(least[cell] ?? value, value)
      greatest[cell] = Math.max(greatest[cell] ?? value, value)
    },
    cells() {
      const found: Cell[] = []
      for (let cell = 0; cell < CELLS + 2; cell += 1) {
        const count = counts[cell] ?? 0
        if (count > 0) found.push({ least: least[cell] ?? 0, greatest: greatest[cell] ?? 0, count })
      }
      return found
    },
  }
}

function exactCells(counts: ReadonlyMap<number, { readonly times: number }>): Cell[] {
  return Array.from(counts, ([value, { times }]) => ({ least: value, greatest: value, count: times })).sort((a, b) => a.least - b.least)
}

function createQuantile(cells: readonly Cell[], count: number): (p: number) => number {
  return (p) => {
    const rank = (count - 1) * p
    const below = Math.floor(rank)
    const low = valueAt(cells, below)
    return low + (rank - below) * (valueAt(cells, Math.min(below + 1, count - 1)) - low)
  }
}

/** The value of a 0-based rank: the least and greatest value of a cell are exact; the others count as its middle. */
function valueAt(cells: readonly Cell[], rank: number): number {
  let before = 0
  let last = 0
  for (const { least, greatest, count } of cells) {
    last = greatest
    if (rank < before + count) {
      if (rank === before) return least
      return rank === before + count - 1 ? greatest : (least + greatest) / 2
    }
    before += count
  }
  return last
}

/** `value * 10` may round across a border; the borders themselves decide. */
function binOf(value: number): number {
  const bin = Math.min(HISTOGRAM_BINS - 1, Math.floor(value * HISTOGRAM_BINS))
  if (value < bin / HISTOGRAM_BINS) return bin - 1
  return bin + 1 < HISTOGRAM_BINS && value >= (bin + 1) / HISTOGRAM_BINS ? bin + 1 : bin
}
