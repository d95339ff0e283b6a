import { AssayError, type Sample } from '@assay/core'
import type { DataRow } from '@assay/datasets'
import { rowName } from '@assay/reporters'
import { csvCell } from '@assay/reporters/parts'
import { inputHash } from '@assay/runner'
import { drawUnits, type Unit, unitsOf } from './draw-units.ts'
import type { JudgedRow, JudgedRun } from './judged-rows.ts'
import { frameText, type LabelFrame, labelFrame } from './label-frame.ts'
import { contextExcerpt } from './context-excerpt.ts'

export type LabelSheetOptions = {
  /** Units to draw: rows, or clusters where rows share any. */
  readonly count: number
  readonly seed: number
  /** The most characters of contexts beside each claim; beyond that, sentences are left out. */
  readonly contextChars: number
  /** Whether the sheet shows the judge's verdict and reason. People who read them first tend to label like the judge. */
  readonly showVerdicts: boolean
}

export type LabelSheet = {
  readonly csv: string
  readonly frame: LabelFrame
  readonly unit: 'row' | 'cluster'
  readonly rows: number
  readonly claims: number
  /** Drawn rows where nothing was retrieved: their recall is 0 by rule, and they need no label. */
  readonly empty: number
}

/** A line of a sheet: one claim of one drawn row. */
export type SheetItem = { readonly key: string; readonly row: JudgedRow; readonly claim: JudgedRow['claims'][number] }

/** The claims of drawn units in the order of the sheet. `r3-c2` is the second claim of the third row; no spreadsheet reads that as a number or a date. */
export function sheetItems(units: readonly Unit[]): SheetItem[] {
  return units
    .flatMap(({ rows }) => rows)
    .flatMap((row, place) => row.claims.map((claim, at) => ({ key: `r${place + 1}-c${at + 1}`, row, claim })))
}

const COLUMNS = ['item', 'row', 'claim_id', 'question', 'claim', 'contexts', 'label'] as const

/**
 * A CSV sheet for people to label: units drawn uniformly, one line per claim. Every line ends with the frame, because spreadsheets sort
 * lines but keep columns. The sheet begins with a byte order mark, by which spreadsheets know UTF-8, and no cell is read as a formula.
 * @throws AssayError `data` where the data has lost a drawn row, or changed it since the run.
 */
export async function labelSheet(
  run: JudgedRun,
  data: AsyncIterable<readonly DataRow[]>,
  { count, seed, contextChars, showVerdicts }: LabelSheetOptions,
): Promise<LabelSheet> {
  const units = unitsOf(run.rows)
  const drawn = drawUnits(units, { seed, count })
  const frame = labelFrame(run, { seed, drawn: drawn.length })
  const rows = drawn.flatMap((unit) => unit.rows)
  const samples = await samplesOf(rows, data, run.byFile)
  const items = sheetItems(drawn)
  const drawnFrom = frameText(frame)
  const header = [...COLUMNS, ...(showVerdicts ? ['judge', 'judge_reason'] : []), 'frame']
  const lines = items.map(({ key, row, claim }) => {
    const { userInput, retrievedContexts = [] } = samples.get(row.id) ?? {}
    const contexts = contextExcerpt(retrievedContexts, claim.text, contextChars)
    const verdict = showVerdicts ? [claim.outcome, claim.reason] : []
    return [key, row.id, claim.id, userInput ?? null, claim.text, contexts, null, ...verdict, drawnFrom]
  })
  const csv = `\ufeff${[header, ...lines].map((cells) => cells.map((cell) => csvCell(cell, true)).join(',')).join('\r\n')}\r\n`
  return {
    csv,
    frame,
    unit: units.length < run.rows.length ? 'cluster' : 'row',
    rows: rows.length,
    claims: items.length,
    empty: rows.filter(({ claims }) => claims.length === 0).length,
  }
}

async function samplesOf(
  rows: readonly JudgedRow[],
  data: AsyncIterable<readonly DataRow[]>,
  byFile: boolean,
): Promise<ReadonlyMap<string, Sample>> {
  const wanted = new Map(rows.map((row) => [row.id, row]))
  const samples = new Map<string, Sample>()
  for await (const batch of data) {
    for (const { sample, file } of batch) {
      const row = wanted.get(byFile ? rowName({ id: sample.id, file }) : sample.id)
      if (row === undefined) continue
      if (inputHash(sample) !== row.inputHash) throw changed(`Row ${row.id} differs from what it was in the run.`)
      samples.set(row.id, sample)
    }
    if (samples.size === wanted.size) break
  }
  const missing = rows.find(({ id }) => !samples.has(id))
  if (missing !== undefined) throw changed(`The data holds no row ${missing.id}, which the report scored.`)
  return samples
}

function changed(what: string): AssayError {
  return new AssayError({
    kind: 'data',
    message: `${what} Give the same files and columns as \`assay eval\` had: reports hold no contexts.`,
  })
}
