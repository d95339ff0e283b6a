import type { RunSummary } from '@assay/runner'
import type { GateResult } from '../reporter.ts'
import type { RowGateCounts } from './row-digest.ts'
import { counted, shownCount } from './shown-number.ts'

/** Shown under every mean that rests on a model's judgement. */
export const JUDGE_NOTE = "sampling of rows only; the judge's own errors are not in it"

/** `8 rows in 3.2 s` */
export function runLength({ run }: Pick<RunSummary, 'run'>, rowCount: number): string {
  return `${counted(rowCount, 'row')} in ${(run.durationMs / 1000).toFixed(1)} s`
}

/** `checks: 5 rows passed, 2 failed, 1 undecided` */
export function rowGatesText({ passed, failed, undecided, open }: RowGateCounts): string {
  const parts = [
    `checks: ${counted(passed, 'row')} passed`,
    `${shownCount(failed)} failed`,
    ...(undecided === 0 ? [] : [`${shownCount(undecided)} undecided (unscored)`]),
  ].join(', ')
  return open === 0 ? parts : `${parts}; undecided claims could change a check of ${counted(open, 'row')} among these`
}

/** The outcome of a gate in one word. */
export function gateWord({ held }: GateResult): 'held' | 'failed' | 'undecided' {
  if (held === null) return 'undecided'
  return held ? 'held' : 'failed'
}
