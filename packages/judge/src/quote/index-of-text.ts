/** For shorter patterns, the engine's own search takes at most this many steps per character. */
const SHORT = 64

/**
 * Like `text.indexOf(pattern)`, in time that is linear in both: the engine's search is quadratic for repetitive text and pattern, and a
 * reply can be crafted so. (Knuth, Morris and Pratt, 1977.)
 */
export function indexOfText(text: string, pattern: string): number {
  if (pattern.length <= SHORT) return text.indexOf(pattern)
  if (pattern.length > text.length) return -1
  const borders = bordersOf(pattern)
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
    if (pattern.charCodeAt(matched) === unit) matched += 1
    if (matched === pattern.length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the pattern, the length of its longest proper beginning that is also its end. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length)
  let length = 0
  for (let at = 1; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at)
    while (length > 0 && pattern.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0
    if (pattern.charCodeAt(length) === unit) length += 1
    borders[at] = length
  }
  return borders
}
