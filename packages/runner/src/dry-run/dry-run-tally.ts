import { createServiceTiers, type ServiceTiers } from '../calls/service-tiers.ts'
import type { Usage } from '@assay/core'
import { costOf, type PricedAdapter } from '../money/cost-of.ts'
import type { PriceList } from '../money/price-list.ts'
import { type DryRunLine, type DryRunReport, METHOD } from './dry-run-report.ts'

/** The outcome of one call of a dry run. */
type RehearsedCall = { readonly from: 'store' } | { readonly from: 'rehearsal' | 'none'; readonly usage: Usage }

export type DryRunTally = {
  /** Adds a metric to the list, even if it calls no model. */
  readonly addMetric: (name: string) => void
  readonly addCall: (metric: string, model: PricedAdapter, row: number, call: RehearsedCall) => void
  readonly report: (rows: number) => DryRunReport
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Counted = Mutable<DryRunLine> & { lastRow: number }

/** @param tiers The service tiers of the run, which decide the price. */
export function createDryRunTally(prices: PriceList, tiers: ServiceTiers = createServiceTiers(undefined)): DryRunTally {
  const metrics = new Map<string, Map<string, Counted>>()

  function linesOf(metric: string): Map<string, Counted> {
    const known = metrics.get(metric)
    if (known !== undefined) return known
    const lines = new Map<string, Counted>()
    metrics.set(metric, lines)
    return lines
  }

  return {
    addMetric: linesOf,
    addCall(metric, { provider, modelId }, row, call) {
      const lines = linesOf(metric)
      const key = JSON.stringify([provider, modelId])
      const line = lines.get(key) ?? { ...nothing(metric), model: { provider, modelId }, lastRow: -1 }
      lines.set(key, line)
      if (line.lastRow !== row) line.rows += 1
      line.lastRow = row
      if (call.from === 'store') {
        line.stored += 1
        return
      }
      const { calls, inputTokens, outputTokens } = call.usage
      line.calls += calls
      line.inputTokens += inputTokens ?? 0
      line.outputTokens += outputTokens ?? 0
      line.cost = sum(
        line.cost,
        costOf(call.usage, { provider, modelId, serviceTier: tiers.pricedAt({ provider, modelId }, prices) }, prices).cost,
      )
      if (call.from === 'none') line.unrehearsed += 1
    },
    report(rows) {
      const lines = [...metrics].flatMap(([metric, byModel]) =>
        byModel.size === 0 ? [nothing(metric)] : Array.from(byModel.values(), ({ lastRow: _own, ...line }) => line),
      )
      return {
        rows,
        lines,
        total: lines.reduce(plus, { calls: 0, stored: 0, inputTokens: 0, outputTokens: 0, cost: 0, unrehearsed: 0 }),
        method: METHOD,
      }
    },
  }
}

function nothing(metric: string): DryRunLine {
  return { metric, model: null, rows: 0, calls: 0, stored: 0, inputTokens: 0, outputTokens: 0, cost: 0, unrehearsed: 0 }
}

function plus(total: DryRunReport['total'], line: DryRunLine): DryRunReport['total'] {
  return {
    calls: total.calls + line.calls,
    stored: total.stored + line.stored,
    inputTokens: total.inputTokens + line.inputTokens,
    outputTokens: total.outputTokens + line.outputTokens,
    cost: sum(total.cost, line.cost),
    unrehearsed: total.unrehearsed + line.unrehearsed,
  }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}
