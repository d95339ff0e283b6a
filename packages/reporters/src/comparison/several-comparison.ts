import type { DifferenceInterval, RunVerdict } from '@assay/stats'

/** How many rows, and the ids of the first ten. */
export type NamedCount = { readonly count: number; readonly ids: readonly string[] }

export type ComparisonGate = { readonly text: string; readonly held: boolean }

/** Several runs side by side, as JSON. Runs are named by their labels throughout. */
export type SeveralComparison = {
  readonly schemaVersion: 1
  readonly kind: 'runs'
  /** What differs in how the runs measured, and in their data: shown before anything else. */
  readonly differs: readonly string[]
  readonly runs: readonly SeveralRun[]
  /** The run that all others are compared with; `null` where all pairs are. */
  readonly baseline: string | null
  readonly rows: {
    /** Rows that every run has. */
    readonly joined: number
    /** The same id with another question, reference, reference contexts or ids: left out. */
    readonly changed: NamedCount
    /** Joined rows without ids that ask the same as another row: joined in their order. */
    readonly inOrder: number
  }
  readonly metrics: Readonly<Record<string, SeveralMetric>>
  /** Metrics that differ in their cut-off alone, by what they have in common. */
  readonly curves: readonly MetricCurve[]
  /** Of `--fail-if`; empty without. */
  readonly gates: readonly ComparisonGate[]
  readonly notes: readonly string[]
  /** Every row that all runs have, those on which they differ most first. */
  readonly scores: readonly RowScores[]
}

export type SeveralRun = {
  readonly label: string
  readonly file: string
  readonly run: string
  readonly rows: number
  /** Rows that some other run has not: in no figure. */
  readonly notInAll: NamedCount
  /** Input and output tokens of all its calls, cached ones included; `null` where a provider did not report them. */
  readonly tokens: number | null
  /** Calls to models; 0 where none was asked. */
  readonly calls: number
  /** US dollars, kept replies counted as if they had been asked for; `null` where a price is not known. */
  readonly cost: number | null
  /** `true` where `cost` is the most that it can be. */
  readonly costIsBound: boolean
  /** Milliseconds in which half of the replies came; `null` where no model was asked, or the report does not say. */
  readonly p50: number | null
}

export type SeveralMetric = {
  readonly direction: 'maximize' | 'minimize'
  readonly evidence: string
  readonly signature: string
  /** Rows that every run scored: all figures are over these. */
  readonly used: number
  readonly unscored: NamedCount
  /** Rows that some run was not asked. */
  readonly notAsked: NamedCount
  readonly unit: 'row' | 'cluster'
  readonly clusters: number
  readonly level: number
  readonly exact: boolean
  /** Why there are neither intervals nor p; `null` where there are. */
  readonly noInterval: string | null
  /** The best mean first. */
  readonly table: readonly SeveralLine[]
  /** Runs that no other is shown to be better than, the best mean first; `null` with a baseline, and where nothing can be told. */
  readonly best: readonly string[] | null
  readonly pairs: readonly SeveralPair[]
}

export type SeveralLine = {
  readonly label: string
  readonly mean: number | null
  /** Less the best mean, or that of the baseline; `null` of that run itself. */
  readonly difference: number | null
  /** Simultaneous over all pairs compared. Holds 0 exactly where `p` is .05 or more. */
  readonly interval: DifferenceInterval | null
  readonly p: number | null
  /** Runs that share a letter are not shown to differ; `null` with a baseline. */
  readonly letters: readonly string[] | null
  /** Beside the baseline. */
  readonly verdict: RunVerdict | null
  readonly unscored: number
}

/** `difference` is the mean of B less that of A. */
type SeveralPair = {
  readonly a: string
  readonly b: string
  readonly difference: number | null
  readonly interval: DifferenceInterval | null
  readonly p: number | null
}

export type MetricCurve = { readonly name: string; readonly points: readonly { readonly k: number; readonly metric: string }[] }

export type RowScores = {
  readonly id: string
  readonly cluster?: string
  /** Its groups in the first run, where that was grouped. */
  readonly groups?: Readonly<Record<string, string | null>>
  /** By metric, of each run in their order: `null` unscored, or not asked. */
  readonly scores: Readonly<Record<string, readonly (number | null)[]>>
}
