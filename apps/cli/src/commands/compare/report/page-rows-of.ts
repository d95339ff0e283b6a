import { statSync } from 'node:fs'
import { createPageRows, type PageRowsResult } from '@assay/reporters/comparison-page'
import type { ComparedRuns } from '../compare-several-runs.ts'
import type { LoadedRun } from './load-run.ts'
import { rowsAt } from './rows-at.ts'

/** What a browser handles at ease. */
const MOST_ROWS = 2000
const MOST_BYTES = 48 * 1024 * 1024
/** What may be read for the page: its rows are held until it is written. */
const MOST_READ = 3 * MOST_BYTES

/** Reads again, of the rows on which runs differ most, what each run made of them. */
export async function pageRowsOf({ comparison, joined }: ComparedRuns, runs: readonly LoadedRun[]): Promise<PageRowsResult> {
  const bytes = runs.reduce((sum, { path, rows }) => sum + statSync(path).size / Math.max(1, rows.length), 0)
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_READ / bytes)))
  const page = createPageRows(comparison, { rows: most, bytes: MOST_BYTES })
  for (const [run, { path }] of runs.entries()) {
    const places = new Map(joined.slice(0, most).flatMap((ofRow, at) => (ofRow[run] === undefined ? [] : [[ofRow[run].line, at] as const])))
    for await (const { line, row } of rowsAt(path, new Set(places.keys()))) page.add(places.get(line) ?? 0, run, row)
  }
  return page.result()
}
