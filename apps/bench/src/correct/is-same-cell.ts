/** Spreadsheets cut a cell at 32,767 characters; a little less, to be safe. */
const CELL_LENGTH = 32_000
/** The relative error that a spreadsheet's rounding may bring into a number. */
const SHOWN = 1e-5

/**
 * Whether a cell that went through a spreadsheet still holds this text. These may differ: line ends, white space, letter case, kinds of
 * quotes and dashes, the apostrophe before a formula, the form of a number, and the end of a very long text. Words may not.
 */
export function isSameCell(cell: string, text: string): boolean {
  const [one, other] = [folded(cell), folded(text)]
  return one === other || isSameNumber(one, other) || (one.length >= CELL_LENGTH && other.startsWith(one.slice(0, CELL_LENGTH)))
}

/** Whether a spreadsheet may read a text as a date, and then write it in another form. */
export function couldBeDate(text: string): boolean {
  return /^(?:\d{1,4}(?:[-/.: ]\d{1,4}){1,5}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-. ]?\d{1,4})$/i.test(
    text.trim(),
  )
}

function folded(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[‘’‚‛′`´]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')
    .toLowerCase()
  const spaced = plain.replaceAll(/\s+/g, ' ').trim()
  return spaced.startsWith("'") ? spaced.slice(1).trimStart() : spaced
}

function isSameNumber(one: string, other: string): boolean {
  if (one === '' || other === '') return false
  const [a, b] = [Number(one), Number(other)]
  return Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= SHOWN * Math.abs(b)
}
