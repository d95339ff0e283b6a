/**
 * Whether `sought` occurs in `text`, in time linear in their lengths. Source: Knuth, Morris and Pratt, "Fast
 * pattern matching in strings", SIAM J. Computing 6 (1977).
 */
export function containsSequence(text: Uint32Array, sought: Uint32Array): boolean {
  if (sought.length > text.length) return false
  if (sought.length === 0) return true
  const fallback = new Int32Array(sought.length)
  for (let at = 1, held = 0; at < sought.length; at += 1) {
    while (held > 0 && sought[at] !== sought[held]) held = fallback[held - 1] ?? 0
    if (sought[at] === sought[held]) held += 1
    fallback[at] = held
  }
  for (let at = 0, held = 0; at < text.length; at += 1) {
    while (held > 0 && text[at] !== sought[held]) held = fallback[held - 1] ?? 0
    if (text[at] === sought[held]) held += 1
    if (held === sought.length) return true
  }
  return false
}
