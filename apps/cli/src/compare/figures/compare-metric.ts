import { addTo, type CompensatedSum, emptySum, type Pair, type PairedDifference, pairedDifference, totalOf } from '@assay/stats'

/** The values of one metric on a pair of rows: `null` unscored, `undefined` not asked. */
export type ValuePair = {
  readonly a: number | null | undefined
  readonly b: number | null | undefined
  readonly cluster: string | undefined
}

type Direction = 'maximize' | 'minimize'

export type MetricDifference = PairedDifference & {
  /** Over the pairs that are scored in both; `null` without one. */
  readonly meanA: number | null
  readonly meanB: number | null
  readonly better: number
  readonly same: number
  readonly worse: number
  readonly unscored: { readonly onlyInA: number; readonly onlyInB: number; readonly inBoth: number }
  /** Asked of the row in one run only: left out. */
  readonly askedOnce: number
}

/** One metric over the pairs of two runs. The difference is B − A, with the interval and the p of `pairedDifference`. */
export function compareMetric(pairs: Iterable<ValuePair>, direction: Direction): MetricDifference {
  const [sumA, sumB] = [emptySum(), emptySum()]
  const unscored = { onlyInA: 0, onlyInB: 0, inBoth: 0 }
  let [better, same, worse, askedOnce] = [0, 0, 0, 0]

  function* scoredPairs(): Generator<Pair, void, undefined> {
    for (const { a, b, cluster } of pairs) {
      if (a === undefined || b === undefined) {
        if (a !== b) askedOnce += 1
      } else if (a === null || b === null) {
        unscored[a === b ? 'inBoth' : a === null ? 'onlyInA' : 'onlyInB'] += 1
      } else {
        addTo(sumA, a)
        addTo(sumB, b)
        const gain = gainOf(a, b, direction)
        if (gain > 0) better += 1
        else if (gain < 0) worse += 1
        else same += 1
        yield { a, b, cluster }
      }
    }
  }

  const difference = pairedDifference(scoredPairs())
  const mean = (sum: CompensatedSum): number | null => (difference.pairs === 0 ? null : totalOf(sum) / difference.pairs)
  return { ...difference, meanA: mean(sumA), meanB: mean(sumB), better, same, worse, unscored, askedOnce }
}

/** The pairs that lost most, at most `most`, the worst first; equal losses in their order. */
export function worstPairs<P extends ValuePair>(pairs: Iterable<P>, direction: Direction, most: number): P[] {
  const kept: { readonly pair: P; readonly gain: number }[] = []
  for (const pair of pairs) {
    const { a, b } = pair
    if (typeof a !== 'number' || typeof b !== 'number') continue
    const gain = gainOf(a, b, direction)
    const least = kept.at(-1)
    if (gain >= 0 || (kept.length === most && least !== undefined && gain >= least.gain)) continue
    const place = kept.findIndex((other) => other.gain > gain)
    kept.splice(place === -1 ? kept.length : place, 0, { pair, gain })
    if (kept.length > most) kept.pop()
  }
  return kept.map(({ pair }) => pair)
}

/** Above 0 where B is better. */
function gainOf(a: number, b: number, direction: Direction): number {
  return direction === 'minimize' ? a - b : b - a
}
