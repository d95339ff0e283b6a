import { ACTIVE } from './for-terminal.ts'
import { visibleEscape } from './visible-escape.ts'

/** Characters that HTML does not allow: controls except tab and line feed, DEL and C1, noncharacters of the first plane, lone surrogates. */
const ILLEGAL = /[[\p{Cc}\p{Cs}\ufdd0-\ufdef\ufffe\uffff]--[\n\t]]/gv

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Shows characters that HTML does not allow as visible escapes. A text node made by a script needs nothing else, besides an isolating element. */
export function shownInHtml(text: string): string {
  return text.replace(ILLEGAL, visibleEscape)
}

/**
 * Escapes untrusted text for HTML, between tags and in quoted attributes. Bidirectional marks stay, since texts need them: put the text
 * into an isolating element (`bdi`, or `dir="auto"`).
 */
export function forHtml(text: string): string {
  return shownInHtml(text).replace(/[&<>"']/g, (char) => ENTITIES.get(char) ?? char)
}

/** Characters to escape in JSON within a page: markup, and what a browser or a terminal would interpret or hide. */
const UNSAFE_IN_JSON = new RegExp(`[<>&]|${ILLEGAL.source}|${ACTIVE.source}`, 'gv')

/**
 * JSON for a script element of type `application/json`: nothing in it ends the element, begins a comment, or affects a terminal that prints the page.
 * It parses to the same value.
 */
export function forHtmlJson(json: string): string {
  return json.replace(UNSAFE_IN_JSON, jsonEscape)
}

/** A character as JSON escapes it, one escape for each UTF-16 unit. */
function jsonEscape(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
}
