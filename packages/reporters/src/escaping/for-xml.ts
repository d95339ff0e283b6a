import { visibleEscape } from './visible-escape.ts'

/** What XML 1.0 forbids (section 2.2), and DEL with C1, which it advises against. Line breaks and tabs become character references. */
const ILLEGAL = /[[\p{Cc}\p{Cs}\ufffe\uffff]--[\n\r\t]]/gv

const REFERENCES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
  ['\t', '&#9;'],
])

/** Escapes untrusted text for XML, between tags and in quoted attributes. Characters that XML forbids are shown as escapes (`\x1b`). */
export function forXml(text: string): string {
  return text.replace(ILLEGAL, visibleEscape).replace(/[&<>"'\n\r\t]/g, (char) => REFERENCES.get(char) ?? char)
}
