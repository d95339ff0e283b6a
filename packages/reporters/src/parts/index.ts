// What reports are made of, for those who write one of their own. Apart from the rest, since the command loads that on every run.
export { data, html, type Html } from '../html/html.ts'
export { shownTime } from '../facts/shown-number.ts'
export { csvCell } from '../neutral/csv-cell.ts'
export { linesOf } from '../sink/lines-of.ts'
export { wrapText } from '../terminal/fit-text.ts'
