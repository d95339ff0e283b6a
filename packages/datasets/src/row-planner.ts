import type { SampleField } from '@assay/core'
import type { MappedColumn } from './column-mapping.ts'
import type { RawRecord } from './format.ts'
import { planRows, type RowPlan } from './row-plan.ts'

/** Rows rarely have more shapes than this; where each has its own, plans are made anew rather than kept. */
const MOST_PLANS = 64

/** Finds the plan for a row's columns, made once for each order of them. */
export function createPlanner(
  mapping: ReadonlyMap<SampleField, MappedColumn>,
  onNew: (record: RawRecord, plan: RowPlan) => void,
): (record: RawRecord) => RowPlan {
  const plans = new Map<string, RowPlan>()
  let last: RowPlan | undefined
  return (record) => {
    const columns = Object.keys(record)
    if (last !== undefined && isSame(columns, last.columns)) return last
    const key = JSON.stringify(columns)
    let found = plans.get(key)
    if (found === undefined) {
      if (plans.size >= MOST_PLANS) plans.clear()
      found = planRows(columns, mapping)
      plans.set(key, found)
      onNew(record, found)
    }
    last = found
    return found
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}
