/** What a terminal acts on or hides: C0, DEL and C1, line separators, bidirectional marks, invisible and tag characters, noncharacters. */
const ACTIVE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}\p{Cs}]/gu

const SHORT = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/**
 * Text of unknown origin, made harmless to a terminal: control, bidirectional and invisible characters are shown as escapes
 * (`\n`, `\x1b`, `\u202e`), lone surrogates too. Joiners that scripts and emoji need stay.
 */
export function forTerminal(text: string): string {
  return text.replace(ACTIVE, escapeOf)
}

function escapeOf(char: string): string {
  const short = SHORT.get(char)
  if (short !== undefined) return short
  const code = char.codePointAt(0) ?? 0
  if (code > 0xffff) return `\\u{${code.toString(16)}}`
  return code > 0xff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\x${code.toString(16).padStart(2, '0')}`
}
