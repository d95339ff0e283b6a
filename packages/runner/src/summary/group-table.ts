import type { Score } from '@assay/core'
import { addTo, createMeanEstimator, emptySum, type MeanInterval, totalOf } from '@assay/stats'

/** Groups with their own table row; later ones share the last. */
const MOST_GROUPS = 100

export const NO_SCREEN_INTERVAL = 'lexical screen, not a judge: its range is shown instead of an interval'

/** One metric over the rows that share a value. */
export type GroupSummary = {
  /** `null` for the rows without one. */
  readonly value: string | null
  /** All groups after the hundredth, together. */
  readonly isRest?: true
  readonly mean: number | null
  readonly interval: MeanInterval | null
  readonly noInterval: string | null
  readonly bounds: readonly [lo: number, hi: number]
  readonly range: readonly [lo: number, hi: number] | null
  readonly scored: number
  readonly unscored: number
  readonly total: number
}

export type GroupTable = {
  readonly add: (value: string | null, score: Score, cluster: string | undefined) => void
  /** The largest group first; the rest last. */
  readonly result: () => readonly GroupSummary[]
}

/** Means by group, in memory that does not grow with the number of groups. */
export function createGroupTable(isScreen: boolean): GroupTable {
  const groups = new Map<string | null, Group>()
  let rest: Group | undefined
  return {
    add(value, score, cluster) {
      let group = groups.get(value)
      if (group === undefined && groups.size < MOST_GROUPS) {
        group = createGroup(isScreen)
        groups.set(value, group)
      }
      group ??= rest ??= createGroup(isScreen)
      group.add(score, cluster)
    },
    result() {
      const shown = Array.from(groups, ([value, group]) => ({ value, ...group.result() })).sort((a, b) => b.total - a.total)
      return rest === undefined ? shown : [...shown, { value: null, isRest: true, ...rest.result() }]
    },
  }
}

type Group = {
  readonly add: (score: Score, cluster: string | undefined) => void
  readonly result: () => Omit<GroupSummary, 'value' | 'isRest'>
}

function createGroup(isScreen: boolean): Group {
  const means = createMeanEstimator()
  const [low, high] = [emptySum(), emptySum()]
  let hasRange = isScreen
  let unscored = 0
  return {
    add(score, cluster) {
      if (score.status === 'unscored') {
        unscored += 1
        return
      }
      means.add(score.value, cluster)
      if (score.range !== undefined) hasRange = true
      addTo(low, score.range?.[0] ?? score.value)
      addTo(high, score.range?.[1] ?? score.value)
    },
    result() {
      const { count, sum, mean, interval, noInterval } = means.result()
      const total = count + unscored
      return {
        mean,
        interval: isScreen ? null : interval,
        noInterval: isScreen ? NO_SCREEN_INTERVAL : noInterval,
        bounds: [sum / total, (sum + unscored) / total],
        range: hasRange && count > 0 ? [totalOf(low) / count, totalOf(high) / count] : null,
        scored: count,
        unscored,
        total,
      }
    },
  }
}
