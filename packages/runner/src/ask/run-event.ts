import type { AssayError, Usage } from '@assay/core'
import type { Cost } from '../money/cost.ts'
import type { EvaluatedRow } from '../rows/data-row.ts'

/** Who is asked, as events name it. */
export type AskedModel = { readonly provider: string; readonly modelId: string }

/** What happens in a run, as it happens. */
export type RunEvent =
  | { readonly type: 'row'; readonly row: EvaluatedRow }
  /** A call is on its way to a model; it may have to wait for its turn. */
  | { readonly type: 'call-started'; readonly model: AskedModel; readonly metric: string }
  /** It came back, after `attempts` requests. `usage` is that of the last one; `cost` is that of all. */
  | (Cost & {
      readonly type: 'call-ended'
      readonly model: AskedModel
      readonly metric: string
      readonly attempts: number
      readonly usage: Usage
      readonly latencyMs: number | null
      readonly error?: AssayError
    })
  /** A request failed and is made again. */
  | { readonly type: 'retry'; readonly model: AskedModel; readonly metric: string }
  /** A reply that nobody had to be asked for: of an earlier part of this run, of another run, or of the same call made for another score. */
  | (Cost & {
      readonly type: 'kept-reply'
      readonly model: AskedModel
      readonly metric: string
      readonly from: 'journal' | 'store' | 'flight'
      /** What it took when it was asked for; `cost` is what it cost then. */
      readonly usage: Usage
      readonly latencyMs: number | null
    })
