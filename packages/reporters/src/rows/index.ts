// For whoever renders rows in a thread of their own: `@assay/reporters/rows`. Everybody else takes a reporter.
export { createShownRows, type ShownRows } from '../facts/shown-rows.ts'
export { createRowJson } from '../json/row-json.ts'
