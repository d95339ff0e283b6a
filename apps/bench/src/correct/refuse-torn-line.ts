import { AssayError } from '@assay/core'
import type { JudgedClaim } from './judged-rows.ts'
import { couldBeDate, isSameCell } from './is-same-cell.ts'
import type { LabelLine } from './read-labels.ts'

/** The row and claim that the key of a line names. */
export type LineSubject = { readonly row: string; readonly claim: JudgedClaim }

/**
 * Refuses a line whose cells do not belong together. It happens when one column was sorted or moved without the others: labels are then
 * beside the wrong claims. Empty and missing cells are not compared.
 * @param isRow Whether a text is the id of a row of the run.
 * @throws AssayError `data` naming the line and what differs.
 */
export function refuseTornLine(line: LabelLine, { row, claim }: LineSubject, isRow: (text: string) => boolean): void {
  const { place, item } = line
  const key = item === undefined || item === '' ? `row ${quoted(row)}, claim ${quoted(claim.id)}` : `item ${item}`
  const torn = (what: string, found: string, own: string): AssayError =>
    new AssayError({
      kind: 'data',
      message: `${place}: the ${what} is ${quoted(found)}, and that of ${key} is ${quoted(own)}. A column was sorted, moved or rewritten without the others, so labels may be beside the wrong claims. Undo that, or label a new sheet of \`assay-bench label\`.`,
    })
  if (isGiven(line.claim) && !isSameCell(line.claim, claim.text)) throw torn('claim', line.claim, claim.text)
  if (isGiven(line.row) && !isSameId(line.row, row, isRow)) throw torn('row', line.row, row)
  if (isGiven(line.claimId) && !isSameId(line.claimId, claim.id, () => false)) throw torn('claim_id', line.claimId, claim.id)
}

function isGiven(cell: string | undefined): cell is string {
  return cell !== undefined && cell.trim() !== ''
}

/** A spreadsheet may turn an id into a date; such a cell passes, unless it is the id of another row. */
function isSameId(cell: string, id: string, isOther: (text: string) => boolean): boolean {
  return isSameCell(cell, id) || (couldBeDate(id) && !isOther(cell.trim()))
}

function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).toWellFormed()}…` : text)
}

const SHOWN_LENGTH = 120
