import type { RawRecord } from './format.ts'
import { JSON_NUMBER } from './json-number.ts'

/** Reads lines that hold plain records: see `createPlainRecords`. */
export type PlainRecords = {
  /**
   * What `JSON.parse` gives for the text from `from` to before `end`; `undefined` where it holds more than is read here, or is no JSON,
   * of which `JSON.parse` can tell.
   */
  readonly read: (text: string, from: number, end: number) => RawRecord | undefined
}

type Name = { readonly key: string; readonly quoted: string }
type Scalar = string | number | boolean | null

/** After so many lines in a row that were not plain no further one is tried: a file is mostly written by one hand. */
const MOST_MISSES = 32

const [SPACE, CARRIAGE_RETURN, QUOTE, COMMA, COLON, BACKSLASH] = [0x20, 0x0d, 0x22, 0x2c, 0x3a, 0x5c]
const [LIST, LIST_END, RECORD, RECORD_END] = [0x5b, 0x5d, 0x7b, 0x7d]
const LITERALS: readonly (readonly [string, Scalar])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
]

/**
 * Records of texts without escapes, numbers, and lists of them: what rows of ids are. `JSON.parse` looks up each text of up to ten units
 * among all that the engine has seen, and those who compare it then have to look for it in memory: for such rows no other step of a run takes as
 * long. Texts are parts of the given one here, and keep the whole of it alive.
 */
export function createPlainRecords(): PlainRecords {
  /** Keys by their place in the record, as they were in the one before. */
  const names: Name[] = []
  let misses = 0
  let text = ''
  let end = 0
  let at = 0

  function record(): RawRecord | undefined {
    if (!passes(RECORD)) return undefined
    const found: Record<string, Scalar | Scalar[]> = {}
    for (let count = 0; ; count += 1) {
      const name = nameNow(count)
      if (name === undefined || !passes(COLON)) return undefined
      const value = text.charCodeAt(at) === LIST ? list() : scalar()
      if (value === undefined) return undefined
      found[name.key] = value
      if (passes(COMMA)) continue
      if (!passes(RECORD_END)) return undefined
      passes(CARRIAGE_RETURN)
      return at === end ? found : undefined
    }
  }

  function nameNow(count: number): Name | undefined {
    const before = names[count]
    if (before !== undefined && text.startsWith(before.quoted, at)) {
      pass(before.quoted.length)
      return before
    }
    if (text.charCodeAt(at) !== QUOTE) return undefined
    const key = quoted()
    // What JSON makes a key like any other would here change what the record is.
    if (key === undefined || key === '__proto__') return undefined
    // The engine's own text of this name, which it finds faster than one that was cut out.
    const [known = key] = Object.keys({ [key]: 0 })
    const name = { key: known, quoted: `"${known}"` }
    names[count] = name
    return name
  }

  function list(): Scalar[] | undefined {
    pass(1)
    const found: Scalar[] = []
    if (passes(LIST_END)) return found
    for (;;) {
      const value = scalar()
      if (value === undefined) return undefined
      found.push(value)
      if (passes(COMMA)) continue
      return passes(LIST_END) ? found : undefined
    }
  }

  function scalar(): Scalar | undefined {
    if (text.charCodeAt(at) === QUOTE) return quoted()
    JSON_NUMBER.lastIndex = at
    const [digits] = JSON_NUMBER.exec(text) ?? []
    if (digits !== undefined) {
      pass(digits.length)
      return Number(digits)
    }
    for (const [written, value] of LITERALS) {
      if (!text.startsWith(written, at)) continue
      pass(written.length)
      return value
    }
    return undefined
  }

  /** A text without escapes; `undefined` for one that has them, holds what JSON forbids, or is not closed. */
  function quoted(): string | undefined {
    const from = at + 1
    for (let to = from; to < end; to += 1) {
      const unit = text.charCodeAt(to)
      if (unit === QUOTE) {
        pass(to + 1 - at)
        return text.slice(from, to)
      }
      if (unit === BACKSLASH || unit < SPACE) return undefined
    }
    return undefined
  }

  function passes(unit: number): boolean {
    if (text.charCodeAt(at) !== unit) return false
    pass(1)
    return true
  }

  /** Goes on by so many units, and over the spaces behind them. */
  function pass(length: number): void {
    at += length
    while (text.charCodeAt(at) === SPACE) at += 1
  }

  return {
    read(line, from, to) {
      if (misses === MOST_MISSES) return undefined
      text = line
      at = from
      end = to
      const found = record()
      misses = found === undefined ? misses + 1 : 0
      return found
    },
  }
}
