import { visibleEscape } from './visible-escape.ts'

/** Characters that a terminal interprets or hides: C0, DEL and C1, line separators, bidirectional marks, invisible and tag characters, noncharacters. */
export const ACTIVE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}\p{Cs}]/gu

/**
 * Escapes untrusted text for a terminal: control, bidirectional and invisible characters are shown as escapes
 * (`\n`, `\x1b`, `\u202e`), lone surrogates too. Joiners that scripts and emoji need stay.
 */
export function forTerminal(text: string): string {
  return text.replace(ACTIVE, visibleEscape)
}
