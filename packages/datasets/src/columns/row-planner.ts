import type { RawRecord } from '../formats/format.ts'
import { type PlanOptions, planRows, type RowPlan } from './row-plan.ts'

/** Rows rarely have more shapes than this; where each has its own, plans are made anew rather than kept. */
const MOST_PLANS = 64

/** Finds the plan for a row's columns, made once for each order of them. */
export function createPlanner(options: PlanOptions, onNew: (record: RawRecord, plan: RowPlan) => void): (record: RawRecord) => RowPlan {
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

/** Whether a record has exactly these columns, in this order: asked of every row, so without a list of its keys. */
function hasColumns(record: RawRecord, columns: readonly string[]): boolean {
  let index = 0
  for (const name in record) {
    if (name !== columns[index]) return false
    index += 1
  }
  return index === columns.length
}
