import { endOfString } from './inspect-json.ts'

export type TextSpan = { readonly start: number; readonly end: number }

const QUOTE = 34
const OPEN = 123
const CLOSE = 125
/** How often one character may be looked at. A stray brace in prose costs one more pass; a text full of them is not an answer. */
const PASSES = 3

/**
 * Every `{…}` that is balanced outside of strings and holds the string `"key"`, outermost first. Linear in the text: nested objects
 * are found in the same pass, and a text that never closes what it opens is gone over a few times at most.
 */
export function balancedObjects(text: string, key: string): TextSpan[] {
  const spans: TextSpan[] = []
  const needle = JSON.stringify(key)
  let budget = PASSES * text.length
  let from = text.indexOf('{')
  while (from !== -1 && budget > 0) {
    budget -= text.length - from
    const unmatched = collect(text, from, needle, spans)
    from = unmatched === -1 ? -1 : text.indexOf('{', unmatched + 1)
  }
  return spans.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** One pass from `from`. Returns the offset of the outermost brace that was never closed, or -1. */
function collect(text: string, from: number, needle: string, spans: TextSpan[]): number {
  const open: number[] = []
  let keyAt = -1
  for (let at = from; at !== -1 && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (end === -1) break
      if (end - at === needle.length && text.startsWith(needle, at)) keyAt = at
      at = end - 1
    } else if (code === OPEN) open.push(at)
    else if (code === CLOSE) {
      const start = open.pop()
      if (start !== undefined && keyAt > start) spans.push({ start, end: at + 1 })
      if (open.length === 0) {
        const next = text.indexOf('{', at)
        if (next === -1) break
        at = next - 1
      }
    }
  }
  return open[0] ?? -1
}
