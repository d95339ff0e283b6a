import type { JsonValue } from '@assay/core'

const SPACE = 32
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const LOWER_U = 117
const OPEN_MAP = 123
const CLOSE_MAP = 125

/** A number, or one of the words that JSON has. */
const PLAIN = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y
const SPACES = /[ \t\n\r]*/y
const HEX = /[0-9a-fA-F]{4}/y

/**
 * The objects and lists of JSON that stand in a text, the outermost ones, in their order. Nothing is repaired: a list that is not JSON
 * as a whole is passed over, and what it holds is looked at.
 *
 * Each bracket is tried once. One that was open where another try failed would fail there as well, and one that was closed before is
 * known to be JSON, so the work grows with the length of the text and no faster.
 */
export function* jsonInText(text: string): Generator<JsonValue, void> {
  const ends = new Map<number, number>()
  const failed = new Set<number>()
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== OPEN_MAP && code !== OPEN_LIST) continue
    if (!ends.has(at) && !failed.has(at)) readContainer(text, at, { ends, failed })
    const end = ends.get(at)
    if (end === undefined) continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives
    yield JSON.parse(text.slice(at, end)) as JsonValue
    at = end - 1
  }
}

type Found = { readonly ends: Map<number, number>; readonly failed: Set<number> }

/** What is due next inside of a container. */
type Due = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end'

/** Reads one container, noting where it and all inside of it end. It keeps its own stack, since hostile texts open a million brackets. */
function readContainer(text: string, start: number, { ends, failed }: Found): void {
  const open: number[] = []
  let due: Due = 'value'
  let at = start
  for (;;) {
    at = endOf(SPACES, text, at)
    const code = text.charCodeAt(at)
    const opener = text.charCodeAt(open.at(-1) ?? -1)
    if ((code === OPEN_MAP || code === OPEN_LIST) && (due === 'value' || due === 'value or end')) {
      open.push(at)
      due = code === OPEN_MAP ? 'name or end' : 'value or end'
      at += 1
    } else if (code === (opener === OPEN_MAP ? CLOSE_MAP : CLOSE_LIST) && due.endsWith('or end')) {
      at += 1
      ends.set(open.pop() ?? start, at)
      if (open.length === 0) return
      due = 'comma or end'
    } else if (due === 'comma or end' && code === COMMA) {
      due = opener === OPEN_MAP ? 'name' : 'value'
      at += 1
    } else if (due === 'colon' && code === COLON) {
      due = 'value'
      at += 1
    } else {
      const after = due.startsWith('name') ? endOfString(text, at) : due.startsWith('value') ? endOfScalar(text, at) : at
      if (after === at) {
        for (const bracket of open) failed.add(bracket)
        return
      }
      due = due.startsWith('name') ? 'colon' : 'comma or end'
      at = after
    }
  }
}

/** Where a text, a number or a word ends; `at` where none begins there. */
function endOfScalar(text: string, at: number): number {
  return text.charCodeAt(at) === QUOTE ? endOfString(text, at) : endOf(PLAIN, text, at)
}

/** Where a text in quotation marks ends; `at` where none begins there, or it is not JSON. */
function endOfString(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return start
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < SPACE) return start
    if (code !== BACKSLASH) continue
    at += 1
    if (text.charCodeAt(at) === LOWER_U) {
      if (endOf(HEX, text, at + 1) === at + 1) return start
    } else if (!'"\\/bfnrt'.includes(text.charAt(at))) return start
  }
  return start
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
