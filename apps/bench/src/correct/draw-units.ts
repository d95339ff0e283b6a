import { hash } from 'node:crypto'
import { seededRandom } from '@assay/stats'
import type { JudgedRow } from './judged-rows.ts'

/** What is drawn and counts as independent: a row, or all rows of a cluster. */
export type Unit = { readonly rows: readonly JudgedRow[] }

/** The units of a run, in the order of their first rows. */
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

/** The first `count` units of a random order, so that the first n of them are a random sample, too. The same seed gives the same units. */
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

/** Without this hash, every small seed would draw the first unit first: the generator's first number grows with the seed. */
function spread(seed: number): number {
  return Number.parseInt(hash('sha256', String(seed), 'hex').slice(0, 8), 16)
}
