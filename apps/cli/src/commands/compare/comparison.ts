import type { ComparisonGate, NamedCount } from '@assay/reporters/comparison'
import type { Direction, MetricDifference } from './figures/compare-metric.ts'
import type { EvidenceChanges } from './figures/row-evidence.ts'

/** Two runs side by side, as JSON. Every difference is B − A. */
export type Comparison = {
  readonly schemaVersion: 1
  /** What differs in how the runs measured, and in their data: shown before anything else. */
  readonly differs: readonly string[]
  readonly a: ComparedRun
  readonly b: ComparedRun
  readonly rows: {
    readonly pairs: number
    readonly onlyInA: NamedCount
    readonly onlyInB: NamedCount
    /** The same id with another question, reference, reference contexts or ids: left out. */
    readonly changed: NamedCount
    /** Pairs of rows without ids that ask the same as another row: paired in their order. */
    readonly inOrder: number
  }
  readonly metrics: Readonly<Record<string, ComparedMetric>>
  /** Of `--fail-if`; empty without. */
  readonly gates: readonly ComparisonGate[]
  readonly notes: readonly string[]
}

type ComparedRun = { readonly file: string; readonly run: string; readonly rows: number }

export type ComparedMetric = MetricDifference & {
  readonly evidence: string
  readonly direction: Direction
  readonly signatures: { readonly a: string; readonly b: string }
  /** Pairs whose reference was split into claims in both runs, and those of them where the claims differ; `null` where no claims are split. */
  readonly claimLists: (NamedCount & { readonly compared: number }) | null
  /** Every row that got worse, the greatest loss first. */
  readonly worseRows: readonly ChangedRow[]
  /** Every row that got better, the greatest gain first. */
  readonly betterRows: readonly ChangedRow[]
}

export type ChangedRow = EvidenceChanges & {
  readonly id: string
  readonly cluster?: string
  readonly a: number
  readonly b: number
}
