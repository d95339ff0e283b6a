import { csvCell } from '../escaping/csv-cell.ts'
import type { SeveralComparison } from './several-comparison.ts'

/**
 * The scores of every row that all runs have as CSV: of each metric a line for each row, with a column for each run, those on which the runs differ
 * most first. An unscored cell is empty. With `safe`, texts that a spreadsheet could take for a formula get an apostrophe in front.
 */
export function* severalCsv({ runs, metrics, scores }: SeveralComparison, safe: boolean): Generator<string, void, undefined> {
  const line = (cells: readonly (string | null)[]): string => `${cells.map((cell) => csvCell(cell, safe)).join(',')}\n`
  yield line(['metric', 'row', 'cluster', ...runs.map(({ label }) => label)])
  for (const metric of Object.keys(metrics)) {
    for (const { id, cluster, scores: ofRow } of scores) {
      const values = ofRow[metric] ?? []
      yield line([metric, id, cluster ?? null, ...values.map((value) => (value === null ? null : String(value)))])
    }
  }
}
