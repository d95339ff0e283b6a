const LINE_FEED = 0x0a

/**
 * The number of the first line whose bytes are not UTF-8, counted from `firstLine`; `undefined` where all are. Cutting at line feeds never cuts a
 * character, since no byte of a longer one equals a line feed.
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
