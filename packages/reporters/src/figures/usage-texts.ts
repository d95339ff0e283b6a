import { roundedUp } from '@assay/core'
import type { RunSummary } from '@assay/runner'
import { counted, shownCount } from './shown-number.ts'

/** Calls, tokens and cost, in a few words each; empty without calls. It names judges: escape it for the medium. */
export function usageTexts(summary: Pick<RunSummary, 'usage' | 'cost' | 'costIsBound' | 'costNote'>): string[] {
  const { usage } = summary
  if (usage.calls === 0) return []
  return [counted(usage.calls, 'call'), ...tokens(usage.inputTokens, 'input'), ...tokens(usage.outputTokens, 'output'), costText(summary)]
}

/** `cost $0.1234`, `cost at most $0.1234` where only a bound is known, or why the cost is unknown. */
function costText({ cost, costIsBound, costNote }: Pick<RunSummary, 'cost' | 'costIsBound' | 'costNote'>): string {
  const why = costNote === undefined ? '' : ` (${costNote})`
  if (cost === null) return `cost unknown${why}`
  if (costIsBound === true) return `cost at most $${roundedUp(cost, 4).toFixed(4)}${why}`
  return cost > 0 && cost < 0.00005 ? 'cost under $0.0001' : `cost $${cost.toFixed(4)}`
}

function tokens(count: number | null, of: string): string[] {
  if (count === null) return [`unknown ${of} tokens`]
  return count > 0 ? [`${shownCount(count)} ${of} tokens`] : []
}
