import { csvCell } from '@assay/reporters/parts'
import type { ChangedRow, Comparison } from '../comparison.ts'
import { evidenceText } from './comparison-facts.ts'

const COLUMNS = ['metric', 'row', 'cluster', 'change', 'a', 'b', 'lost', 'gained'] as const

/**
 * Every row that changed as a line of CSV, of each metric those that got worse first, the greatest change first. What it lost and gained stands one on a
 * line within its cell. With `safe`, texts that a spreadsheet could take for a formula get an apostrophe in front.
 */
export function* comparisonCsv({ metrics }: Comparison, safe: boolean): Generator<string, void, undefined> {
  yield lineOf(COLUMNS, safe)
  for (const [metric, { worseRows, betterRows }] of Object.entries(metrics)) {
    for (const row of worseRows) yield lineOf(cellsOf(metric, 'worse', row), safe)
    for (const row of betterRows) yield lineOf(cellsOf(metric, 'better', row), safe)
  }
}

function cellsOf(metric: string, change: 'worse' | 'better', { id, cluster, a, b, lost, gained }: ChangedRow): (string | null)[] {
  return [metric, id, cluster ?? null, change, String(a), String(b), listed(lost), listed(gained)]
}

function listed(changes: ChangedRow['lost']): string | null {
  return changes.length === 0 ? null : changes.map((one) => evidenceText(one, (text) => text)).join('\n')
}

function lineOf(cells: readonly (string | null)[], safe: boolean): string {
  return `${cells.map((cell) => csvCell(cell, safe)).join(',')}\n`
}
