const SHORT = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** A visible escape of a character: `\n`, `\x1b`, `\u202e`, `\u{e0041}`. */
export function visibleEscape(char: string): string {
  const short = SHORT.get(char)
  if (short !== undefined) return short
  const code = char.codePointAt(0) ?? 0
  if (code > 0xffff) return `\\u{${code.toString(16)}}`
  return code > 0xff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\x${code.toString(16).padStart(2, '0')}`
}
