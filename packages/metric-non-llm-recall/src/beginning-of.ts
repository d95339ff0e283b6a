/** Enough characters to recognize a text, and few enough for small reports. */
const MOST_UNITS = 120

/** The beginning of a text, at most 120 UTF-16 units, with an ellipsis if it is truncated; no pair of surrogates is split. */
export function beginningOf(text: string): string {
  if (text.length <= MOST_UNITS) return text
  const cut = text.slice(0, MOST_UNITS - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
