import type { EvaluatedRow, RunInfo } from '@assay/runner'
import { rowName } from './row-name.ts'
import { createWorstRows } from './worst-rows.ts'

/** The first of the rows that one metric left unscored for one cause. */
export type FirstUnscored = { readonly metric: string; readonly cause: string; readonly id: string; readonly reason: string }

/** How many rows passed and failed their checks. */
export type RowGateCounts = {
  readonly passed: number
  readonly failed: number
  readonly undecided: number
  /** Of the passed and failed rows: those with a check that undecided claims could change. */
  readonly open: number
}

/** What a summary page needs of the rows. Its size does not grow with their number. */
export type RowDigest = {
  readonly rowCount: number
  /** `undefined` if no row has a check. */
  readonly rowGates: RowGateCounts | undefined
  readonly unscored: readonly FirstUnscored[]
  readonly worst: readonly EvaluatedRow[]
}

/** Reads rows as they are scored. */
export function createRowDigest(
  { metrics }: RunInfo,
  worstRows: number,
): { see: (rows: readonly EvaluatedRow[]) => void; digest: () => RowDigest } {
  const worst = createWorstRows(metrics, worstRows)
  const unscored = new Map<string, FirstUnscored>()
  let rowCount = 0
  let [passed, failed, undecided, open] = [0, 0, 0, 0]

  function see(row: EvaluatedRow): void {
    const { scores, gate } = row.result
    rowCount += 1
    worst.add(row)
    if (gate?.passed === true) passed += 1
    if (gate?.passed === false) failed += 1
    if (gate?.passed === null) undecided += 1
    let isOpen = false
    for (const metric in scores) {
      const score = scores[metric]
      if (score?.status === 'scored' && score.undecidedAt !== undefined) isOpen = true
      if (score?.status !== 'unscored') continue
      const key = `${score.cause} ${metric}`
      if (!unscored.has(key)) unscored.set(key, { metric, cause: score.cause, id: rowName(row.result), reason: score.reason })
    }
    if (isOpen && typeof gate?.passed === 'boolean') open += 1
  }

  return {
    see(rows) {
      for (const row of rows) see(row)
    },
    digest: () => ({
      rowCount,
      rowGates: passed + failed + undecided === 0 ? undefined : { passed, failed, undecided, open },
      unscored: Array.from(unscored.values()),
      worst: worst.list(),
    }),
  }
}
