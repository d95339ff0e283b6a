import { quoted } from '../excerpt.ts'

export type JsonFault = {
  /** Offset in the text, in UTF-16 code units from 0. */
  readonly at: number
  readonly reason: 'unfinished' | 'trailing' | 'not-a-number' | 'unexpected'
  /** What is wrong, without a full stop. */
  readonly what: string
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** A run of ordinary characters and what ends it. No pattern here backtracks over more than one character. */
// oxlint-disable-next-line no-control-regex -- JSON forbids control characters inside texts
const STRING_RUN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const WORD = /-?[A-Za-z_]+/y
const SPACE = /[ \t\n\r]*/y

/**
 * Where and why a text is not one JSON value. Engines differ in the wording and the position, so the fault is found again here, only after
 * `JSON.parse` has refused the text. Linear, and without recursion.
 * @param whole the name of the whole text in messages.
 */
export function findJsonFault(text: string, whole: 'line' | 'file' | 'cell' = 'line'): JsonFault {
  const open: ('{' | '[')[] = []
  let expects: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'comma-or-end' = 'value'
  let at = 0
  for (;;) {
    at += run(SPACE, text, at)
    const char = text[at]
    if (expects === 'comma-or-end' && open.length === 0) {
      return char === undefined
        ? unexpected(text, at, 'JSON')
        : { at, reason: 'trailing', what: `found ${quoted(text.slice(at))} after the end of the value` }
    }
    if (char === undefined) return unfinished(at, open, whole)
    if (expects === 'comma-or-end') {
      const inside = open.at(-1)
      if (char === ',') expects = inside === '{' ? 'key' : 'value'
      else if (char === (inside === '{' ? '}' : ']')) open.pop()
      else return unexpected(text, at, inside === '{' ? 'a comma or }' : 'a comma or ]')
      at += 1
      continue
    }
    if ((expects === 'key-or-end' && char === '}') || (expects === 'value-or-end' && char === ']')) {
      open.pop()
      expects = 'comma-or-end'
      at += 1
      continue
    }
    if (expects === 'key' || expects === 'key-or-end') {
      if (char !== '"') return unexpected(text, at, 'a name in double quotes')
      const end = stringEnd(text, at, whole)
      if (typeof end !== 'number') return end
      at = end + run(SPACE, text, end)
      if (at >= text.length) return unfinished(at, open, whole)
      if (text[at] !== ':') return unexpected(text, at, 'a colon')
      at += 1
      expects = 'value'
      continue
    }
    if (char === '{' || char === '[') {
      open.push(char)
      expects = char === '{' ? 'key-or-end' : 'value-or-end'
      at += 1
      continue
    }
    const end = char === '"' ? stringEnd(text, at, whole) : scalarEnd(text, at)
    if (typeof end !== 'number') return end
    at = end
    expects = 'comma-or-end'
  }
}

/** The offset after a string that begins at `at`, or its fault. */
function stringEnd(text: string, at: number, whole: string): number | JsonFault {
  for (let next = at + 1; ;) {
    next += run(STRING_RUN, text, next)
    const char = text[next]
    if (char === undefined)
      return {
        at: text.length,
        reason: 'unfinished',
        what: `the ${whole} ends inside ${whole === 'file' ? 'a text' : `the text that begins at position ${at + 1}`}`,
      }
    if (char === '"') return next + 1
    const escape = char === '\\' ? run(ESCAPE, text, next) : 0
    if (escape === 0) {
      if (char === '\\') {
        return next + 6 > text.length && !text.includes('"', next + 1)
          ? {
              at: text.length,
              reason: 'unfinished',
              what: `the ${whole} ends inside ${whole === 'file' ? 'a text' : `the text that begins at position ${at + 1}`}`,
            }
          : { at: next, reason: 'unexpected', what: `found ${quoted(text.slice(next, next + 6))}, which is no escape of JSON` }
      }
      return { at: next, reason: 'unexpected', what: `found ${quoted(char)} inside a text, where it must be written as an escape` }
    }
    next += escape
  }
}

function scalarEnd(text: string, at: number): number | JsonFault {
  const number = run(NUMBER, text, at)
  if (number > 0) return at + number
  const word = text.slice(at, at + run(WORD, text, at))
  if (word === 'true' || word === 'false' || word === 'null') return at + word.length
  if (/^-?(?:nan|inf(?:inity)?)$/i.test(word)) return { at, reason: 'not-a-number', what: `found ${word}` }
  return unexpected(text, at, 'a value')
}

function unexpected(text: string, at: number, expected: string): JsonFault {
  return { at, reason: 'unexpected', what: `found ${quoted(text.slice(at, at + 20))} where ${expected} was expected` }
}

function unfinished(at: number, open: readonly string[], whole: string): JsonFault {
  const what = open.length === 0 ? 'there is no value' : `the ${whole} ends before the ${open.at(-1) === '{' ? 'object' : 'list'} is closed`
  return { at, reason: 'unfinished', what }
}

function run(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
