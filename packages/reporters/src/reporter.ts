import type { EvaluatedRow, RunInfo, RunSummary } from '@assay/runner'

/** The outcome of one gate of a run. */
export type GateResult = {
  /** The gate with the value that was found, in one line. */
  readonly text: string
  /** The gate alone, the same from run to run, as a name in test views. Default: `text`. */
  readonly condition?: string | undefined
  /** `null` where it could not be decided. */
  readonly held: boolean | null
  /** A further remark. */
  readonly note?: string | undefined
}

/** What a report holds of a run besides its summary. */
export type ReportExtras = { readonly gates?: readonly GateResult[] | undefined }

/** A report format. Its functions are called in this order: `begin`, `rows` any number of times, then `end` or `abandon`, once. */
export type Reporter = {
  /** @throws AssayError `config` if the report cannot be written, before the first call. */
  readonly begin: (run: RunInfo) => Promise<void>
  /** Takes rows as they are scored, and does not hold them in memory. If it returns a promise, wait for it before the next call. */
  readonly rows: (rows: readonly EvaluatedRow[]) => void | Promise<void>
  /** Completes the report and returns its length. */
  readonly end: (summary: RunSummary, extras?: ReportExtras) => Promise<{ readonly bytes: number }>
  /** Discards the unfinished report. */
  readonly abandon: () => Promise<void>
}
