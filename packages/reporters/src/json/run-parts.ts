import type { RunSummary } from '@assay/runner'
import type { ReportExtras } from '../reporter.ts'

/** What a result file says of the run as a whole, by key; nothing for what does not apply. */
export function runParts(summary: RunSummary, { gates }: ReportExtras = {}): [name: string, part: unknown][] {
  const { run, usage, cost, costIsBound, costNote, uncached, latencyMs, warnings, skipped, stopped } = summary
  const parts = {
    run,
    summary: summary.summary,
    usage,
    cost,
    costIsBound,
    costNote,
    uncached,
    latencyMs,
    gates,
    warnings,
    skipped,
    stopped,
  }
  return Object.entries(parts).filter(([, part]) => part !== undefined)
}
