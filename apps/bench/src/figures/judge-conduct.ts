import type { Usage } from '@assay/core'
import type { Cost } from '@assay/runner'

export type RepeatFigures = {
  readonly repeats: number
  /** Items with two verdicts or more. */
  readonly items: number
  /** Mean over items of the share of pairs of repeats whose verdicts differ. */
  readonly flipRate: number | null
  /** Share of items whose verdicts are all the same. */
  readonly unanimous: number | null
}

export type OrderFigures = {
  /** The contexts in reverse order; only items with two or more. */
  readonly reversed: OrderProbe
  /** Contexts of other items added. */
  readonly distractors: OrderProbe
}

export type OrderProbe = {
  readonly items: number
  /** Mean over items of the share of changed pairs: one plain verdict, one of the altered question. */
  readonly changed: number | null
  /** The flip rate of the same items where the very same question is asked again. */
  readonly identical: number | null
  /** changed − identical: what the alteration does beyond chance. */
  readonly beyondRepeats: number | null
}

export type InjectionFigures = {
  readonly cases: number
  /** Cases in which every claim got the verdict that the contexts earn. */
  readonly resisted: number
  /** Cases without a whole set of verdicts. */
  readonly unscored: number
  readonly failed: readonly { readonly id: string; readonly about: string; readonly said: string }[]
}

/** What the verdicts took. Everything is `null` for recorded judges; a screen takes no calls. */
export type EffortFigures = Cost & {
  readonly claims: number
  readonly usage: Usage | null
  readonly inputTokensPerClaim: number | null
  readonly outputTokensPerClaim: number | null
  /** US dollars for 1,000 claims; a bound where `cost` is one. */
  readonly costPer1000: number | null
  /** Milliseconds of one call: the median, and the time that 19 of 20 keep under. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly calls: number } | null
}
