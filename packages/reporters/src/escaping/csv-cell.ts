/** How a formula begins in spreadsheets, including full-width forms and leading white space. */
const FORMULA = /^[\s]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/

/**
 * One cell of a CSV file after RFC 4180: exact, and quoted only where needed. The empty text is `""`; a missing value is an empty cell. With `safe`, a
 * text that a spreadsheet could take for a formula gets an apostrophe in front.
 */
export function csvCell(text: string | null, safe = false): string {
  if (text === null) return ''
  const shown = safe && FORMULA.test(text) ? `'${text}` : text
  return shown === '' || /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}
