import type { Lost } from './figures/lost-evidence.ts'
import type { MetricDifference } from './figures/compare-metric.ts'

/** Two runs side by side, as JSON. Every difference is B − A. */
export type Comparison = {
  readonly schemaVersion: 1
  /** What differs in how the runs measured: shown before anything else. */
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

/** How many rows, and the ids of the first ten. */
export type NamedCount = { readonly count: number; readonly ids: readonly string[] }

export type ComparedMetric = MetricDifference & {
  readonly evidence: string
  readonly direction: 'maximize' | 'minimize'
  readonly signatures: { readonly a: string; readonly b: string }
  /** Pairs whose reference was split into claims in both runs, and those of them where the claims differ; `null` where no claims are split. */
  readonly claimLists: (NamedCount & { readonly compared: number }) | null
  /** At most ten, the greatest loss first. */
  readonly worst: readonly WorseRow[]
}

export type WorseRow = {
  readonly id: string
  readonly a: number
  readonly b: number
  readonly lost: readonly Lost[]
}

export type ComparisonGate = { readonly text: string; readonly held: boolean }
