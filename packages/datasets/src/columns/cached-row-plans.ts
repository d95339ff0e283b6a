import type { RawRecord } from '../formats/format.ts'
import { type PlanOptions, planRows, type RowPlan } from './row-plan.ts'

/** Rows rarely have more sets of columns than this. Beyond it, plans are not cached. */
const MOST_PLANS = 64

/** Makes and caches the plan for each set of columns, in their order. */
export function cachedRowPlans(options: PlanOptions, onNew: (record: RawRecord, plan: RowPlan) => void): (record: RawRecord) => RowPlan {
  const plans = new Map<string, RowPlan>()
  let last: RowPlan | undefined
  return (record) => {
    if (last !== undefined && hasColumns(record, last.columns)) return last
    const columns = Object.keys(record)
    const key = JSON.stringify(columns)
    let found = plans.get(key)
    if (found === undefined) {
      if (plans.size >= MOST_PLANS) plans.clear()
      found = planRows(columns, options)
      plans.set(key, found)
      onNew(record, found)
    }
    last = found
    return found
  }
}

/** Whether a record has exactly these columns, in this order. It runs for every row, so it makes no list of the keys. */
function hasColumns(record: RawRecord, columns: readonly string[]): boolean {
  let index = 0
  for (const name in record) {
    if (name !== columns[index]) return false
    index += 1
  }
  return index === columns.length
}
