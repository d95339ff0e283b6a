import { type Label, meanAbsoluteError } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { RowRecallFigures } from './bench-result.ts'
import type { Verdicts } from './judged.ts'

/** The error of recall over whole labelled rows. `null` if items belong to no rows. */
export function rowRecallFigures(items: readonly FixtureItem[], verdicts: Verdicts): RowRecallFigures | null {
  const rows = Map.groupBy(items, ({ row }) => row)
  rows.delete(undefined)
  if (rows.size === 0) return null
  const [judged, people]: [number[], number[]] = [[], []]
  for (const claims of rows.values()) {
    const said = claims.map(({ id }) => verdicts.get(id)?.verdict ?? null).filter((verdict) => verdict !== null)
    if (said.length < claims.length) continue
    judged.push(shareOf(said))
    people.push(shareOf(claims.map(({ label }) => label)))
  }
  return { rows: judged.length, mae: meanAbsoluteError(judged, people).value, said: meanOf(judged), true: meanOf(people) }
}

function shareOf(labels: readonly Label[]): number {
  return labels.filter((label) => label === 1).length / labels.length
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
