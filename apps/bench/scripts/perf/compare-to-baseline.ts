import type { Measured } from './measured-process.ts'

export type Comparison = {
  /** Median over the pairs of ours / baseline, in wall time. */
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
  /** The same in CPU time (user and system), which other work on the machine disturbs less; `null` where it was not measured. */
  readonly cpuRatio: number | null
  readonly oursMs: number
  readonly baselineMs: number
  readonly oursPeakMb: number
}

/** Runs baseline and ours in turn, `pairs` times after one warm-up of each: the machine's drift then falls on both. */
export function compareToBaseline(ours: () => Measured, baseline: () => Measured, pairs = 5): Comparison {
  baseline()
  ours()
  const runs = Array.from({ length: pairs }, () => ({ baseline: baseline(), ours: ours() }))
  const ratios = runs.map((run) => run.ours.wallMs / run.baseline.wallMs)
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    cpuRatio: runs.some((run) => run.baseline.cpuMs === 0) ? null : median(runs.map((run) => run.ours.cpuMs / run.baseline.cpuMs)),
    oursMs: median(runs.map((run) => run.ours.wallMs)),
    baselineMs: median(runs.map((run) => run.baseline.wallMs)),
    oursPeakMb: Math.max(...runs.map((run) => run.ours.peakMb)),
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
