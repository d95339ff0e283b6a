import { describe, expect, test } from 'vitest'
import { dataOf, filledIn, recordsOf, simulatedRun } from './__fixtures__/simulated-run.ts'
import { csvCell } from '@assay/reporters/parts'
import { judgedRows } from './judged-rows.ts'
import { labelSheet } from './label-sheet.ts'
import { matchLabels } from './match-labels.ts'
import { labelsFrom } from './read-labels.ts'

type Cells = readonly (string | undefined)[]

/** A labelled sheet of 40 rows, and what becomes of it after `change` had its cells, the header apart. */
async function sheet() {
  const { report, samples, truth } = simulatedRun({ seed: 4, rows: 60, tpr: 0.9, tnr: 0.7, support: 0.7 })
  const run = judgedRows({
    run: { id: 'run-4', metrics: [{ name: 'context_recall', signature: 's', evidence: 'judge' }] },
    rows: report.rows,
  })
  const { csv } = await labelSheet(run, dataOf(samples), { count: 40, seed: 1, contextChars: 4000, showVerdicts: false })
  const [header = [], ...lines] = recordsOf(filledIn(csv, truth))
  const text = (cells: readonly Cells[]): string =>
    [header, ...cells].map((line) => line.map((cell) => csvCell(cell ?? null)).join(',')).join('\n')
  const matched = (change: (lines: readonly Cells[]) => readonly Cells[], assumeRandom = false) =>
    matchLabels(run, labelsFrom(text(change(lines)), 'labels.csv'), { assumeRandom })
  const inColumn = (name: string, cellOf: (cell: string, at: number) => string) => (all: readonly Cells[]) =>
    all.map((line, at) => line.map((cell, column) => (header[column] === name ? cellOf(cell ?? '', at) : cell)))
  const sorted = (name: string) => (all: readonly Cells[]) => {
    const cells = all.map((line) => line[header.indexOf(name)] ?? '').toSorted()
    return inColumn(name, (_, at) => cells[at] ?? '')(all)
  }
  return { matched, inColumn, sorted, first: lines[0] ?? [] }
}

describe('a sheet of labels', () => {
  test('of which one column was sorted without the others is refused, with the line and what differs', async () => {
    const { matched, sorted, first } = await sheet()
    const [, row = '', , , claim = ''] = first
    for (const assumeRandom of [false, true]) {
      expect(() => matched(sorted('claim'), assumeRandom)).toThrow(
        new RegExp(`labels\\.csv:2: the claim is "Claim 1 of row-1\\."?.*, and that of .* is "${claim}"`),
      )
    }
    expect(() => matched(sorted('row'))).toThrow(`labels.csv:2: the row is "row-1", and that of item r1-c1 is "${row}"`)
    expect(() => matched(sorted('claim_id'))).toThrow(/labels\.csv:\d+: the claim_id is "c1", and that of item r\d+-c2 is "c2"/)
    expect(() => matched(sorted('item'))).toThrow('A column was sorted, moved or rewritten without the others')
  })

  test('may be sorted as a whole, may lose a column, and may hold what a spreadsheet makes of texts', async () => {
    const { matched, inColumn } = await sheet()
    const untouched = matched((lines) => lines).labelled.length
    expect(untouched).toBe(40)
    expect(matched((lines) => lines.toReversed()).labelled).toHaveLength(40)
    expect(matched(inColumn('claim', (cell) => ` ${cell.toUpperCase()}\u00a0`)).labelled).toHaveLength(40)
    expect(matched(inColumn('claim', () => '')).labelled).toHaveLength(40)
    expect(matched(inColumn('row', () => '')).labelled).toHaveLength(40)
  })
})
