import { quoted } from '../excerpt.ts'

/** An item of a Python list, as `repr` writes it. `None` is null; integers beyond 2^53 are bigint. */
export type PythonItem = string | number | bigint | null

export type PythonListFault = {
  /** Offset in the text, in UTF-16 code units from 0. */
  readonly at: number
  readonly what: string
}

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const NONE = /None(?!\w)/y
const RUNS = { "'": /[^'\\\r\n]*/y, '"': /[^"\\\r\n]*/y } as const
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|["'\\abfnrtv])/y
const SIMPLE: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/**
 * Reads a flat Python list literal, such as `['a', "it's", 3]`. Nothing is evaluated; one pass, no recursion. Returns the fault
 * for anything else.
 */
export function readPythonList(text: string): readonly PythonItem[] | PythonListFault {
  let at = run(SPACE, text, 0)
  if (text[at] !== '[') return { at, what: 'a list begins with [' }
  at += 1
  const items: PythonItem[] = []
  for (;;) {
    at += run(SPACE, text, at)
    if (text[at] === ']') break
    const item = readPythonItem(text, at)
    if ('what' in item) return item
    items.push(item.value)
    at = item.end + run(SPACE, text, item.end)
    if (text[at] === ',') at += 1
    else if (text[at] === undefined) return unclosed(text)
    else if (text[at] !== ']')
      return { at, what: `a comma is missing before ${quoted(text.slice(at, at + 20))}; if numpy wrote the list, export it with .tolist()` }
  }
  const rest = at + 1 + run(SPACE, text, at + 1)
  return rest === text.length ? items : { at: rest, what: `found ${quoted(text.slice(rest, rest + 20))} after the end of the list` }
}

type Read = { readonly value: PythonItem; readonly end: number }

/** A text, a number or None that begins at `at`. */
export function readPythonItem(text: string, at: number): Read | PythonListFault {
  const char = text[at]
  if (char === undefined) return unclosed(text)
  if (char === "'" || char === '"') return readString(text, at, char)
  const number = run(NUMBER, text, at)
  if (number > 0) return { value: numberOf(text.slice(at, at + number)), end: at + number }
  const none = run(NONE, text, at)
  if (none > 0) return { value: null, end: at + none }
  return { at, what: `found ${quoted(text.slice(at, at + 20))} where a text or a number was expected` }
}

function readString(text: string, at: number, quote: "'" | '"'): Read | PythonListFault {
  const parts: string[] = []
  for (let next = at + 1; ;) {
    const plain = run(RUNS[quote], text, next)
    if (plain > 0) parts.push(text.slice(next, next + plain))
    next += plain
    const char = text[next]
    if (char === quote) return { value: parts.join(''), end: next + 1 }
    if (char === undefined) return unclosed(text)
    if (char !== '\\') return { at: next, what: 'found a line break inside a text, where Python writes \\n' }
    const length = run(ESCAPE, text, next)
    const escaped = length === 0 ? undefined : unescaped(text.slice(next + 1, next + length))
    if (escaped === undefined)
      return { at: next, what: `found ${quoted(text.slice(next, next + 10))}, which is no escape that is read here` }
    parts.push(escaped)
    next += length
  }
}

/** The character of an escape, given without its backslash; undefined beyond the last code point. */
function unescaped(escape: string): string | undefined {
  const [kind = ''] = escape
  const simple = SIMPLE[kind]
  if (simple !== undefined) return simple
  if (kind === 'x' || kind === 'u' || kind === 'U') {
    const code = Number.parseInt(escape.slice(1), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
  }
  return /[0-7]/.test(kind) ? String.fromCodePoint(Number.parseInt(escape, 8)) : kind
}

function numberOf(digits: string): number | bigint {
  const value = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value
}

function unclosed(text: string): PythonListFault {
  return { at: text.length, what: 'the list is not closed; was the cell cut off?' }
}

function run(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
