import type { AssayError, Usage } from '@assay/core'
import type { Cost } from '../money/cost.ts'
import type { EvaluatedRow } from '../rows/data-row.ts'

/** The model of a call, in events. */
export type CalledModel = { readonly provider: string; readonly modelId: string }

/** What happens in a run, as it happens. */
export type RunEvent =
  | { readonly type: 'row'; readonly row: EvaluatedRow }
  /** A call to a model has begun; it may have to wait for its turn. */
  | { readonly type: 'call-started'; readonly model: CalledModel; readonly metric: string }
  /** It ended, after `attempts` requests. `usage` is that of the last one; `cost` is that of all. */
  | (Cost & {
      readonly type: 'call-ended'
      readonly model: CalledModel
      readonly metric: string
      readonly attempts: number
      readonly usage: Usage
      readonly latencyMs: number | null
      readonly error?: AssayError
    })
  /** A request failed and is repeated. */
  | { readonly type: 'retry'; readonly model: CalledModel; readonly metric: string }
  /** A reply without a request: from an earlier part of this run, from another run, or from the same call made for another score. */
  | (Cost & {
      readonly type: 'cached-reply'
      readonly model: CalledModel
      readonly metric: string
      readonly from: 'journal' | 'store' | 'flight'
      /** Its original usage; `cost` is what it cost then. */
      readonly usage: Usage
      readonly latencyMs: number | null
    })
