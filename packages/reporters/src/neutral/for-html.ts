import { ACTIVE } from './for-terminal.ts'
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

/** What JSON in a page must not hold as it is: markup, and all that a page or a terminal that prints it would act on or hide. */
const UNSAFE_IN_JSON = new RegExp(`[<>&]|${ILLEGAL.source}|${ACTIVE.source}`, 'gv')

/**
 * JSON for a script element of type `application/json`: nothing in it ends the element, begins a comment or acts on whoever prints the page,
 * and it parses to the same.
 */
export function forHtmlJson(json: string): string {
  return json.replace(UNSAFE_IN_JSON, jsonEscape)
}

/** A character as JSON escapes it, one escape for each UTF-16 unit. */
function jsonEscape(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
}
