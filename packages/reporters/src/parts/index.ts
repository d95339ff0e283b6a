// Building blocks for other reports. They are a separate entry point, since the command loads the main one on every run.
export { data, html, type Html } from '../html/html.ts'
export { shownTime } from '../figures/shown-number.ts'
export { csvCell } from '../escaping/csv-cell.ts'
export { linesOf } from '../sink/lines-of.ts'
export { displayWidth, wrapText } from '../terminal/fit-text.ts'
