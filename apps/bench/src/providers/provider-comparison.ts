import type { ErrorInfo, Usage } from '@assay/core'
import type { Cost } from '@assay/runner'
import type { EffortFigures } from '../figures/judge-conduct.ts'
import type { PairedDifference } from '@assay/stats'

/** Several judges on the same samples and the same claims, as JSON. An unknown figure is `null`, never 0. */
export type ProviderComparison = {
  readonly schemaVersion: 1
  readonly kind: 'provider-comparison'
  readonly run: string
  readonly startedAt: string
  readonly finishedAt: string
  /** Where the claims come from, and what extraction cost. No provider's cost includes it. */
  readonly claims: Cost & { readonly by: string; readonly run: string | null; readonly usage: Usage | null }
  /** In the order of the command line. */
  readonly providers: readonly ProviderFigures[]
  /** Every pair once. */
  readonly pairs: readonly ProviderPair[]
  /** The rows behind the differences of scores. */
  readonly shared: SharedRows
  /** The rows side by side, in the order of the data. */
  readonly rows: readonly ComparedRow[]
  /** Claims with different verdicts, in the order of the data. */
  readonly differences: readonly ClaimDifference[]
  readonly stopped: { readonly cause: string; readonly reason: string } | null
}

export type ProviderFigures = {
  /** As on the command line: `openai:gpt-5-mini`. */
  readonly name: string
  readonly signature: string
  readonly mean: number | null
  readonly interval: { readonly lo: number; readonly hi: number } | null
  readonly noInterval: string | null
  readonly scored: number
  readonly unscored: number
  readonly causes: Readonly<Record<string, number>>
  readonly effort: EffortFigures
}

export type ProviderPair = {
  readonly a: string
  readonly b: string
  /** Claims that both decided. */
  readonly claims: number
  /** Share of them on which both give the same verdict. */
  readonly agreement: number | null
  readonly kappa: number | null
  readonly noKappa: string | null
  /** Rows that both scored. */
  readonly rows: number
  /** Mean of the absolute differences of their row scores. */
  readonly meanAbsoluteDifference: number | null
  /** b − a over `shared.rows`. Interval and p are adjusted for all pairs at once. */
  readonly difference: Pick<PairedDifference, 'difference' | 'interval' | 'noInterval' | 'p'>
}

export type SharedRows = {
  /** Rows that all of `providers` scored. */
  readonly rows: number
  /** Rows that at least one of them left unscored. */
  readonly left: number
  /** Those that scored at least one row. */
  readonly providers: readonly string[]
}

export type ComparedRow = {
  readonly id: string
  readonly cluster?: string
  /** By provider; `null` where unscored. */
  readonly scores: Readonly<Record<string, number | null>>
  /** Why a provider left the row unscored. */
  readonly unscored: Readonly<Record<string, { readonly cause: string; readonly reason: string; readonly error?: ErrorInfo }>>
}

export type ClaimDifference = {
  readonly row: string
  readonly claim: string
  readonly said: readonly {
    readonly provider: string
    readonly outcome: 'supported' | 'unsupported' | 'undecided'
    readonly reason: string
  }[]
}
