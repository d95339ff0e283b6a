import { AssayError } from '@assay/core'
import type { Label } from '@assay/stats'
import { drawUnits, type Unit, unitsOf } from './draw-units.ts'
import type { JudgedClaim, JudgedRow, JudgedRun } from './judged-rows.ts'
import { labelFrame, type LabelFrame } from './label-frame.ts'
import { sheetItems } from './label-sheet.ts'
import type { LabelLine } from './read-labels.ts'
import { type LineSubject, refuseTornLine } from './refuse-torn-line.ts'

export type MatchedLabels = {
  /** Units of which every claim is labelled. */
  readonly labelled: readonly Unit[]
  /** All other units. */
  readonly others: readonly Unit[]
  readonly labelOf: (claim: JudgedClaim) => Label | undefined
  /** Rows with labels for only some of their claims; they are left out. */
  readonly partly: number
  /** The draw that the labels come from; `undefined` with `assumeRandom`. */
  readonly frame: LabelFrame | undefined
}

/**
 * Joins labels with the claims of a run. The labelled units must be a random sample: all that were drawn, or the first of them in their
 * order. `assumeRandom` skips that check, and leaves out rows with labels for only some of their claims.
 * @throws AssayError `data` for labels of another run, metric or draw, rows labelled in part, skipped rows, a claim labelled twice, or a
 * line whose claim or row does not belong to its key.
 */
export function matchLabels(
  run: JudgedRun,
  lines: readonly LabelLine[],
  { assumeRandom }: { readonly assumeRandom: boolean },
): MatchedLabels {
  const units = unitsOf(run.rows)
  const frame = assumeRandom ? undefined : knownFrame(run, lines)
  const candidates = frame === undefined ? units : drawUnits(units, { seed: frame.seed, count: frame.drawn })
  const found = frame === undefined ? byIds(run, lines) : byItems(run, candidates, lines)
  const isWhole = ({ claims }: JudgedRow): boolean => claims.every((claim) => found.has(claim))
  const partly = run.rows.filter((row) => !isWhole(row) && row.claims.some((claim) => found.has(claim)))
  if (frame !== undefined) {
    if (partly.length > 0) {
      throw dataError(
        `${listed(partly)} labelled in part: recall needs every claim of a row. Label the rest, or clear them; --assume-random leaves such rows out.`,
      )
    }
    refuseGaps(candidates, isWhole)
  }
  // A row without claims needs no label. Without a frame it does not count as drawn.
  const hasLabel = (unit: Unit): boolean => unit.rows.some(({ claims }) => claims.some((claim) => found.has(claim)))
  const last = candidates.every(({ rows }) => rows.every(isWhole)) ? candidates.length - 1 : candidates.findLastIndex(hasLabel)
  const isLabelled = (unit: Unit, at: number): boolean => unit.rows.every(isWhole) && (frame === undefined ? hasLabel(unit) : at <= last)
  const labelled = new Set(candidates.filter(isLabelled))
  return {
    labelled: [...labelled],
    others: units.filter((unit) => !labelled.has(unit)),
    labelOf: (claim) => found.get(claim),
    partly: partly.length,
    frame,
  }
}

type Found = ReadonlyMap<JudgedClaim, Label>

function knownFrame(run: JudgedRun, lines: readonly LabelLine[]): LabelFrame {
  const [first] = lines
  if (first === undefined) throw dataError('The file of labels has no line.')
  const { frame } = first
  if (frame === undefined) throw outside(`${first.place}: the labels do not say what they were drawn from`)
  const other = lines.find((line) => line.frame === undefined || !isSame(line.frame, frame))
  if (other !== undefined) throw outside(`${other.place}: these labels come from another draw than those above`)
  if (frame.run !== run.run) throw outside(`The labels were drawn from run ${frame.run}, and the report is of run ${run.run}`)
  if (frame.metric !== run.metric) throw outside(`The labels are for ${frame.metric}, and the metric is ${run.metric}`)
  if (!isSame(labelFrame(run, frame), frame)) {
    throw outside(`The labels were drawn from ${frame.rows} scored rows that are not the ${run.rows.length} of this report`)
  }
  return frame
}

function isSame(one: LabelFrame, other: LabelFrame): boolean {
  return (
    one.run === other.run &&
    one.metric === other.metric &&
    one.rows === other.rows &&
    one.ids === other.ids &&
    one.seed === other.seed &&
    one.drawn === other.drawn
  )
}

function byItems(run: JudgedRun, drawn: readonly Unit[], lines: readonly LabelLine[]): Found {
  const items = new Map(sheetItems(drawn).map(({ key, row, claim }) => [key, { row: row.id, claim }]))
  return collected(run, lines, ({ place, item }) => {
    const found = items.get(item ?? '')
    if (found === undefined) throw outside(`${place}: item ${item ?? '(none)'} is not in the draw`)
    return found
  })
}

function byIds(run: JudgedRun, lines: readonly LabelLine[]): Found {
  const rows = new Map(run.rows.map((row) => [row.id, new Map(row.claims.map((claim) => [claim.id, claim]))]))
  return collected(run, lines, ({ place, row = '', claimId = '' }) => {
    const claim = rows.get(row)?.get(claimId)
    if (claim !== undefined) return { row, claim }
    throw dataError(`${place}: the report has no scored row ${JSON.stringify(row)} with a claim ${JSON.stringify(claimId)}.`)
  })
}

function collected(run: JudgedRun, lines: readonly LabelLine[], subjectOf: (line: LabelLine) => LineSubject): Found {
  const ids = new Set(run.rows.map(({ id }) => id))
  const found = new Map<JudgedClaim, Label>()
  const seen = new Set<JudgedClaim>()
  for (const line of lines) {
    const subject = subjectOf(line)
    const { claim } = subject
    refuseTornLine(line, subject, (text) => ids.has(text))
    if (seen.has(claim)) throw dataError(`${line.place}: this claim is in the file twice. Keep one of the lines.`)
    seen.add(claim)
    if (line.label !== null) found.set(claim, line.label)
  }
  return found
}

/** Labels in the order of the sheet are a random sample wherever they stop; labels with gaps are not. */
function refuseGaps(drawn: readonly Unit[], isWhole: (row: JudgedRow) => boolean): void {
  const first = drawn.findIndex(({ rows }) => !rows.every(isWhole))
  if (first === -1) return
  const later = drawn.slice(first).some(({ rows }) => rows.some((row) => row.claims.length > 0 && isWhole(row)))
  if (!later) return
  const passed = (drawn[first]?.rows ?? []).filter((row) => !isWhole(row))
  throw dataError(
    `${listed(passed)} not labelled, but later rows are: rows that somebody picked are no random sample. Label in the order of the sheet (the column item), or give --assume-random if the choice was random.`,
  )
}

function listed(rows: readonly JudgedRow[]): string {
  const names = rows.slice(0, 5).map(({ id }) => id)
  const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : ''
  return `${rows.length === 1 ? 'Row' : 'Rows'} ${names.join(', ')}${more} ${rows.length === 1 ? 'is' : 'are'}`
}

function outside(what: string): AssayError {
  return dataError(
    `${what}. Only a random sample of the rows speaks for all of them: label a sheet of \`assay-bench label\`, or give --assume-random if these rows were chosen at random.`,
  )
}

function dataError(message: string): AssayError {
  return new AssayError({ kind: 'data', message })
}
