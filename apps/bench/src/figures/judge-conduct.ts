import type { Usage } from '@assay/core'
import type { Cost } from '@assay/runner'

export type RepeatFigures = {
  readonly repeats: number
  /** Items with two verdicts or more. */
  readonly items: number
  /** Mean over items of the share of pairs of repeats whose verdicts differ. */
  readonly flipRate: number | null
  /** Share of items on which all repeats agree. */
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
  /** Mean over items of the share of pairs (a plain verdict, one on the altered question) that differ. */
  readonly changed: number | null
  /** The flip rate of the same items over identical repeats. */
  readonly identical: number | null
  /** changed − identical: the effect of the alteration beyond that of a repeat. */
  readonly beyondRepeats: number | null
}

export type InjectionFigures = {
  readonly cases: number
  /** Cases in which every claim got the right verdict. */
  readonly resisted: number
  /** Cases in which a claim got no verdict. */
  readonly unscored: number
  readonly failed: readonly { readonly id: string; readonly about: string; readonly said: string }[]
}

/** Tokens, cost and latency of a judge's verdicts. All `null` for recorded judges; a screen makes no calls. */
export type EffortFigures = Cost & {
  readonly claims: number
  readonly usage: Usage | null
  readonly inputTokensPerClaim: number | null
  readonly outputTokensPerClaim: number | null
  /** US dollars for 1,000 claims; an upper bound if `cost` is one. */
  readonly costPer1000: number | null
  /** Milliseconds of one call: median and 95th percentile. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly calls: number } | null
}
