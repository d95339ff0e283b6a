/** How many units two sequences share at the start and, none counted twice, at the end. */
export type EqualEnds = { readonly start: number; readonly end: number }

export function equalEnds(a: string, b: string): EqualEnds {
  const limit = Math.min(a.length, b.length)
  let start = 0
  while (start < limit && a.charCodeAt(start) === b.charCodeAt(start)) start += 1
  let end = 0
  while (end < limit - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1
  return { start, end }
}
