import type { RunSummary } from '@assay/runner'
import type { ReportExtras } from '../reporter.ts'

/** The keys of a result file that concern the whole run. Keys that do not apply are absent. */
export function runParts(summary: RunSummary, { gates }: ReportExtras = {}): [name: string, part: unknown][] {
  const { run, usage, cost, costIsBound, costNote, uncached, latencyMs, warnings, skipped, stopped } = summary
  const parts = {
    run,
    summary: summary.metrics,
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
