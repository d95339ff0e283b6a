import type { EvaluatedRow, RunInfo, RunSummary } from '@assay/runner'

/** One condition a run had to keep, as shown to people. */
export type GateResult = {
  /** The condition with the value found, in one line. */
  readonly text: string
  /** The condition alone, the same from run to run: what a test view calls it. Default: `text`. */
  readonly condition?: string | undefined
  /** `null` where it could not be decided. */
  readonly held: boolean | null
  /** What else should be known of it. */
  readonly note?: string | undefined
}

/** What is known of a run besides its summary. */
export type ReportExtras = { readonly gates?: readonly GateResult[] | undefined }

/** One way to show or keep a run. Called in this order: `begin`, `rows` any number of times, then `end` or `abandon`, once. */
export type Reporter = {
  /** @throws AssayError `config` where the report cannot be written: before anything was scored and paid for. */
  readonly begin: (run: RunInfo) => Promise<void>
  /** Takes rows as they come and keeps none for good. Where it returns a promise, wait for it before the next call. */
  readonly rows: (rows: readonly EvaluatedRow[]) => void | Promise<void>
  /** Completes the report; says how long it became. */
  readonly end: (summary: RunSummary, extras?: ReportExtras) => Promise<{ readonly bytes: number }>
  /** Throws the unfinished report away. */
  readonly abandon: () => Promise<void>
}
