const LINE_FEED = 0x0a

/**
 * The number of the first line whose bytes are not UTF-8, counted from `firstLine`; `undefined` if all are. Splitting at line feeds never splits a
 * character, since no byte of a longer character equals a line feed.
 */
export function notUtf8Line(bytes: Uint8Array, firstLine = 1): number | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = firstLine
  for (let start = 0; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed === -1 ? bytes.length : feed + 1
    try {
      decoder.decode(bytes.subarray(start, end))
    } catch {
      return line
    }
    start = end
  }
  return undefined
}
