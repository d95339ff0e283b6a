/** The beginning of a text, at most `most` UTF-16 units with the ellipsis that says so; no pair of surrogates is split. */
export function clipText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
