/** What a spreadsheet takes for the beginning of a formula, full-width forms and leading white space included. */
const FORMULA = /^[\s]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/

/**
 * One cell of a CSV file after RFC 4180: exact, quoted only where needed; the empty text is `""`, what is missing is nothing. With `safe`, a
 * text that a spreadsheet could take for a formula gets an apostrophe in front.
 */
export function csvCell(text: string | null, safe = false): string {
  if (text === null) return ''
  const shown = safe && FORMULA.test(text) ? `'${text}` : text
  return shown === '' || /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}
