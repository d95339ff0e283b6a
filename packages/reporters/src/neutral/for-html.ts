import { visibleEscape } from './visible-escape.ts'

/** What HTML has no place for: controls but tab and line feed, DEL and C1, noncharacters of the first plane, lone surrogates. */
const ILLEGAL = /[[\p{Cc}\p{Cs}\ufdd0-\ufdef\ufffe\uffff]--[\n\t]]/gv

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text with what no page may hold made visible. For a text node that a script makes, this is all that is needed besides an isolating element. */
export function shownInHtml(text: string): string {
  return text.replace(ILLEGAL, visibleEscape)
}

/**
 * Text of unknown origin for HTML, between tags and in quoted attributes. Bidirectional marks are kept, since texts need them: put it
 * into an element that isolates (`bdi`, or `dir="auto"`).
 */
export function forHtml(text: string): string {
  return shownInHtml(text).replace(/[&<>"']/g, (char) => ENTITIES.get(char) ?? char)
}

/** JSON for a script element of type `application/json`: nothing in it ends the element or begins a comment, and it parses to the same. */
export function forHtmlJson(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
