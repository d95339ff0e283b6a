import { type DifferenceInterval, rankRuns } from '@assay/stats'
import type { AnyMetric } from '@assay/core'
import type { EvaluatedRow } from '../rows/data-row.ts'
import { inputHash } from '../rows/input-hash.ts'

/** The most groups that are compared, and the most rows of all of them: beyond that, no values are stored. */
const MOST_GROUPS = 50
const MOST_ROWS = 200_000

/** Groups with the same rows, such as several retrievers over the same questions, compared in all pairs. */
export type GroupComparison = {
  /** Rows that every group has, by their ids or by their inputs. */
  readonly joined: number
  /** Those that every group scored: all figures are over these. */
  readonly used: number
  readonly unit: 'row' | 'cluster'
  readonly clusters: number
  readonly level: number
  /** Whether p counts all sign flips; else 9,999 seeded ones. */
  readonly exact: boolean
  /** Why there are neither intervals nor letters; `null` if there are. */
  readonly noInterval: string | null
  /** The best mean first. */
  readonly table: readonly {
    readonly value: string
    readonly mean: number | null
    /** Minus the best mean; `null` for the best group itself. */
    readonly difference: number | null
    readonly interval: DifferenceInterval | null
    readonly p: number | null
    /** Groups that share a letter are not shown to differ. */
    readonly letters: readonly string[] | null
  }[]
  /** Groups than which no other is shown to be better, the best mean first. */
  readonly best: readonly string[] | null
}

type HeldRow = {
  readonly id: string
  readonly idGiven: boolean
  readonly hash: string
  readonly cluster: string | undefined
  readonly values: ReadonlyMap<string, number | null>
}

export type GroupComparer = {
  readonly add: (row: EvaluatedRow, group: string | null) => void
  /** Of one metric; `undefined` if fewer than two groups share a row. */
  readonly result: (metric: Pick<AnyMetric, 'name' | 'direction'>) => GroupComparison | undefined
}

/** Stores the values of each row by its group, and compares groups with the same rows. */
export function createGroupComparer(): GroupComparer {
  const groups = new Map<string, HeldRow[]>()
  let held = 0
  let isGivenUp = false
  let joined: readonly JoinedRow[] | undefined
  return {
    add({ result, sample, asks }, group) {
      if (isGivenUp || group === null) return
      const rows = groups.get(group) ?? []
      groups.set(group, rows)
      const { id, idGiven, cluster, scores } = result
      const values = new Map(Object.entries(scores).map(([name, { value }]) => [name, value]))
      rows.push({ id, idGiven, hash: inputHash(sample, asks), cluster, values })
      held += 1
      if (groups.size <= MOST_GROUPS && held <= MOST_ROWS) return
      isGivenUp = true
      groups.clear()
    },
    result({ name, direction }) {
      if (groups.size < 2) return undefined
      joined ??= joinGroups(Array.from(groups.values()))
      if (joined.length === 0) return undefined
      const names = [...groups.keys()]
      const rows = joined.map(({ key, ofGroups }) => ({
        key,
        values: ofGroups.map(({ values }) => values.get(name)),
        // The first by name, if groups disagree: whichever group comes first.
        cluster: ofGroups.flatMap(({ cluster }) => cluster ?? []).toSorted()[0],
      }))
      const { used, unit, clusters, level, exact, noInterval, standings, best } = rankRuns(rows, { runs: names.length, direction })
      if (rows.every(({ values }) => values.every((value) => value === undefined))) return undefined
      return {
        joined: joined.length,
        used,
        unit,
        clusters,
        level,
        exact,
        noInterval,
        table: standings.map(({ run, mean, difference, interval, p, letters }) => ({
          value: names[run] ?? '',
          mean,
          difference,
          interval,
          p,
          letters,
        })),
        best: best?.map((run) => names[run] ?? '') ?? null,
      }
    },
  }
}

type JoinedRow = { readonly key: string; readonly ofGroups: readonly HeldRow[] }

/** Rows that every group has: by id if ids occur in several groups, else by input, if no other row of the group has the same input. */
function joinGroups(groups: readonly (readonly HeldRow[])[]): readonly JoinedRow[] {
  const [first = [], ...others] = groups
  const ids = new Set(first.flatMap(({ id, idGiven }) => (idGiven ? [id] : [])))
  const isById = others.some((rows) => rows.some(({ id, idGiven }) => idGiven && ids.has(id)))
  const [own, ...rest] = groups.map((rows) => byKey(rows, isById))
  return Array.from(own ?? [], ([key, row]) => ({ key, ofGroups: [row, ...rest.flatMap((of) => of.get(key) ?? [])] })).filter(
    ({ ofGroups }) => ofGroups.length === groups.length,
  )
}

function byKey(rows: readonly HeldRow[], isById: boolean): Map<string, HeldRow> {
  // The same id with another input is no partner.
  const keyOf = ({ id, hash }: HeldRow): string => (isById ? `${hash} ${id}` : hash)
  const found = new Map<string, HeldRow>()
  const twice = new Set<string>()
  for (const row of rows) {
    const key = keyOf(row)
    if (found.has(key)) twice.add(key)
    found.set(key, row)
  }
  for (const key of twice) found.delete(key)
  return found
}
