import type { RunSummary } from '@assay/runner'
import { counted, shownCount } from './shown-number.ts'

/** What models were asked and what that cost, in a few words each; empty where none was asked. Not neutral: it names judges. */
export function usageFacts({ run, usage, cost }: Pick<RunSummary, 'run' | 'usage' | 'cost'>): string[] {
  if (usage.calls === 0) return []
  return [counted(usage.calls, 'call'), ...tokens(usage.inputTokens, 'input'), ...tokens(usage.outputTokens, 'output'), costText(cost, run)]
}

/** `cost $0.1234`, or why it is not known. */
function costText(cost: number | null, run: RunSummary['run']): string {
  if (cost !== null) return cost > 0 && cost < 0.00005 ? 'cost under $0.0001' : `cost $${cost.toFixed(4)}`
  const judges = judgesOf(run)
  if (judges.length === 0) return 'cost unknown'
  return `cost unknown (no price for ${judges.length === 1 ? '' : 'one of '}${judges.join(', ')})`
}

/** Judges as signatures name them; which of several lacks a price is not known here. */
function judgesOf({ metrics }: RunSummary['run']): string[] {
  const found = new Set<string>()
  for (const { signature, otherSignatures = [] } of metrics) {
    for (const one of [signature, ...otherSignatures]) {
      const judge = /\|judge:([^|]*)/.exec(one)?.[1]
      if (judge !== undefined) found.add(decoded(judge))
    }
  }
  return Array.from(found)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function tokens(count: number | null, of: string): string[] {
  if (count === null) return [`unknown ${of} tokens`]
  return count > 0 ? [`${shownCount(count)} ${of} tokens`] : []
}
