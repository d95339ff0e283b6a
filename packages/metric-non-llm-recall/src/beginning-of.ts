/** Characters that tell a text from its neighbours, and keep reports small. */
const MOST_UNITS = 120

/** The beginning of a text, at most 120 UTF-16 units with the ellipsis that says so; no pair of surrogates is split. */
export function beginningOf(text: string): string {
  if (text.length <= MOST_UNITS) return text
  const cut = text.slice(0, MOST_UNITS - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
