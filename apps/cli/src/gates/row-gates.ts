import { counted, type GateResult } from '@assay/reporters'
import type { EvaluatedRow } from '@assay/runner'

/** Counts the outcomes of rows with checks of their own. */
export type RowGates = {
  readonly rows: (rows: readonly EvaluatedRow[]) => void
  /** `undefined` where no row failed. */
  readonly result: () => GateResult | undefined
}

/** Rows named in the one line for all of them. */
const NAMED = 5

export function createRowGates(): RowGates {
  const named: string[] = []
  let failed = 0
  let total = 0
  return {
    rows(rows) {
      for (const { result } of rows) {
        if (result.gate === undefined) continue
        total += 1
        if (result.gate.passed !== false) continue
        failed += 1
        if (named.length < NAMED) named.push(result.id)
      }
    },
    result() {
      if (failed === 0) return undefined
      const more = failed > named.length ? ', …' : ''
      return {
        text: `${failed} of ${counted(total, 'row')} failed ${failed === 1 ? 'its' : 'their'} checks: ${named.join(', ')}${more}`,
        held: false,
      }
    },
  }
}
