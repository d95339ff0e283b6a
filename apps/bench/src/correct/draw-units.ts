import { hash } from 'node:crypto'
import { seededRandom } from '@assay/stats'
import type { JudgedRow } from './judged-rows.ts'

/** What is drawn and counted as independent: a row, or all rows of a cluster. */
export type Unit = { readonly rows: readonly JudgedRow[] }

/** The units of a run, in the order in which they begin. */
export function unitsOf(rows: readonly JudgedRow[]): Unit[] {
  const clusters = new Map<string, JudgedRow[]>()
  const units: JudgedRow[][] = []
  for (const row of rows) {
    const known = row.cluster === undefined ? undefined : clusters.get(row.cluster)
    if (known !== undefined) {
      known.push(row)
      continue
    }
    const unit = [row]
    if (row.cluster !== undefined) clusters.set(row.cluster, unit)
    units.push(unit)
  }
  return units.map((members) => ({ rows: members }))
}

/** The first `count` of a random order: every part of that size is equally likely, and so is every beginning of it. The same for the same seed. */
export function drawUnits(units: readonly Unit[], { seed, count }: { readonly seed: number; readonly count: number }): Unit[] {
  const random = seededRandom(spread(seed))
  const order = [...units]
  const drawn = Math.min(count, order.length)
  for (let at = 0; at < drawn; at += 1) {
    const other = at + Math.floor(random() * (order.length - at))
    const [here, there] = [order[at], order[other]]
    if (here === undefined || there === undefined) break
    order[at] = there
    order[other] = here
  }
  return order.slice(0, drawn)
}

/** The generator's first number grows with the seed: small seeds, which people choose, would all begin with the first unit. */
function spread(seed: number): number {
  return Number.parseInt(hash('sha256', String(seed), 'hex').slice(0, 8), 16)
}
