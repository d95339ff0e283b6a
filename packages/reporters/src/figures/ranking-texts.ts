import { shownCount, counted } from './shown-number.ts'
import { signedNumber } from './shown-difference.ts'

/** Several runs, or groups of a run, compared with the best of them, simultaneously over all pairs. */
export type Ranking = {
  readonly count: number
  /** Those than which no other is significantly better, the best mean first; `null` if there is no test. */
  readonly best: readonly string[] | null
  readonly noInterval: string | null
  readonly level: number
  readonly unit: 'row' | 'cluster'
  readonly clusters: number
  readonly exact: boolean
}

/** `-0.022 [-0.061, +0.004]`, or `first` for the one that others are compared with. */
export function rankedDifference(
  {
    mean,
    difference,
    interval,
  }: {
    readonly mean: number | null
    readonly difference: number | null
    readonly interval: { readonly lo: number; readonly hi: number } | null
  },
  first: string,
): string {
  if (mean === null) return 'nothing was scored'
  if (difference === null) return first
  return interval === null
    ? signedNumber(difference)
    : `${signedNumber(difference)} [${signedNumber(interval.lo)}, ${signedNumber(interval.hi)}]`
}

export function lettersText(letters: readonly string[] | null): string {
  if (letters === null) return '-'
  return letters.some((letter) => letter.length > 1) ? letters.join(' ') : letters.join('')
}

/** Which do not differ significantly from the best, in words. `noun` names one of them. */
export function bestOfText({ count, best, noInterval, level }: Ranking, noun: string, escape: (text: string) => string): string {
  if (best === null) return `nothing can be told of ${counted(count, noun)}: ${noInterval ?? 'there is no interval'}`
  const told = atOnceText(level, (count * (count - 1)) / 2)
  if (best.length === count) return `best of ${count}: no ${noun} is shown to be better than another ${told}`
  const [first = '', ...others] = best.map(escape)
  if (others.length === 0) return `best of ${count}: ${first}; every other ${noun} is shown to be worse than some ${noun} ${told}`
  return `best of ${count}: ${first}, or ${others.join(' or ')}; no ${noun} is shown to be better than these ${told}`
}

/** `(95%, all 10 pairs at once)` */
export function atOnceText(level: number, pairs: number): string {
  return `(${percent(level)}, ${pairs === 1 ? 'one pair' : `all ${shownCount(pairs)} pairs at once`})`
}

/** What intervals and letters rest on; nothing where there are none. */
export function rankingBasis({ noInterval, level, unit, clusters, exact }: Omit<Ranking, 'count' | 'best'>, pairs: number): string[] {
  if (noInterval !== null) return []
  return [
    `${percent(level)} intervals that hold for ${pairs === 1 ? 'the pair' : `all ${shownCount(pairs)} pairs at once`}, over ${counted(clusters, unit)}`,
    exact ? 'p over all sign flips' : 'p over 9,999 drawn sign flips',
  ]
}

function percent(level: number): string {
  return `${Number((level * 100).toFixed(1))}%`
}
