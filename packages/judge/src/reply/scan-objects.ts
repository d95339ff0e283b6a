export type TextSpan = { readonly start: number; readonly end: number }

/** A `{…}` that is balanced outside of strings and contains the requested key itself, not deeper. */
export type FoundObject = TextSpan & {
  /** Colons outside of strings: if the object is JSON, it contains that many pairs of key and value, nested ones included. */
  readonly pairs: number
  /** Which of the trailing commas of the scan it contains: `[from, to)`. */
  readonly commas: readonly [number, number]
}

export type ObjectScan = {
  /** In the order of their ends: inner ones come before outer ones. */
  readonly objects: readonly FoundObject[]
  /** Commas after a value and before a closing bracket, outside of strings. */
  readonly trailingCommas: readonly number[]
  /** The outermost brace that was never closed, or -1. */
  readonly unclosed: number
  /** Whether one of the unclosed objects contains the key itself. */
  readonly unclosedKey: boolean
  /** Where the first outermost object ends, or -1. */
  readonly firstEnd: number
  /** Why the scan ended before the text did. */
  readonly stopped?: 'deep' | 'many'
}

export type ScanOptions = {
  /** The key as written in JSON, quotation marks included. */
  readonly quotedKey: string
  /** The scan stops at the next object. */
  readonly most: number
  /** Text between outermost objects is skipped as prose. Otherwise it is lexed as JSON from the start. */
  readonly skipProse: boolean
}

/** Answers are four levels deep. Deeper objects are no answer, and refused before they cost time or stack. */
const DEEPEST = 1_000
/** A judge may write three or four in one verdict. */
const MOST_COMMAS = 100_000

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN = 123
const CLOSE = 125

type Frame = { start: number; pairs: number; commas: number; keyed: boolean }

/** One pass over `[start, end)`; every character is read once, and no text is copied. */
export function scanObjects(text: string, { start, end }: TextSpan, { quotedKey, most, skipProse }: ScanOptions): ObjectScan {
  const objects: FoundObject[] = []
  const trailingCommas: number[] = []
  // One frame per level, reused: hostile texts open a million objects.
  const frames: Frame[] = []
  let depth = 0
  let lists = 0
  let pairs = 0
  let firstEnd = -1
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code < QUOTE) continue
    if (code === QUOTE) {
      const close = endOfString(text, at, end)
      if (close === -1) break
      if (close - at === quotedKey.length && depth > 0 && text.startsWith(quotedKey, at) && isKey(text, close)) {
        const frame = frames[depth - 1]
        if (frame !== undefined) frame.keyed = true
      }
      at = close - 1
    } else if (code === COLON) {
      pairs += 1
    } else if (code === OPEN) {
      if (depth + lists >= DEEPEST) return { objects, trailingCommas, unclosed: -1, unclosedKey: false, firstEnd, stopped: 'deep' }
      const frame = (frames[depth] ??= { start: 0, pairs: 0, commas: 0, keyed: false })
      frame.start = at
      frame.pairs = pairs
      frame.commas = trailingCommas.length
      frame.keyed = false
      depth += 1
    } else if (code === OPEN_LIST) {
      lists += 1
      if (depth + lists > DEEPEST) return { objects, trailingCommas, unclosed: -1, unclosedKey: false, firstEnd, stopped: 'deep' }
    } else if (code === CLOSE_LIST || code === CLOSE) {
      const comma = trailingCommaBefore(text, at, start)
      if (comma !== -1) {
        if (trailingCommas.length === MOST_COMMAS)
          return { objects, trailingCommas, unclosed: -1, unclosedKey: false, firstEnd, stopped: 'many' }
        trailingCommas.push(comma)
      }
      if (code === CLOSE_LIST) {
        if (lists > 0) lists -= 1
        continue
      }
      if (depth === 0) continue
      depth -= 1
      const frame = frames[depth]
      if (frame?.keyed === true) {
        if (objects.length === most) return { objects, trailingCommas, unclosed: -1, unclosedKey: false, firstEnd, stopped: 'many' }
        objects.push({ start: frame.start, end: at + 1, pairs: pairs - frame.pairs, commas: [frame.commas, trailingCommas.length] })
      }
      if (depth > 0) continue
      if (firstEnd === -1) firstEnd = at + 1
      if (skipProse) {
        lists = 0
        const next = text.indexOf('{', at)
        if (next === -1 || next >= end) break
        at = next - 1
      }
    }
  }
  const open = frames.slice(0, depth)
  return { objects, trailingCommas, unclosed: open[0]?.start ?? -1, unclosedKey: open.some(({ keyed }) => keyed), firstEnd }
}

/** The offset after the closing quotation mark of the string that opens at `at`, or -1. */
export function endOfString(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end; next += 1) {
    const code = text.charCodeAt(next)
    if (code === BACKSLASH) next += 1
    else if (code === QUOTE) return next + 1
  }
  return -1
}

/** Whether the string that ends before `end` is a key. */
export function isKey(text: string, end: number): boolean {
  let at = end
  while (isSpace(text.charCodeAt(at))) at += 1
  return text.charCodeAt(at) === COLON
}

/** A comma after an opening bracket or another comma marks a missing value: it is no trailing one. */
function trailingCommaBefore(text: string, close: number, start: number): number {
  const comma = lastBefore(text, close, start)
  if (comma < start || text.charCodeAt(comma) !== COMMA) return -1
  const before = text.charCodeAt(lastBefore(text, comma, start))
  return before === COMMA || before === OPEN || before === OPEN_LIST || before === COLON ? -1 : comma
}

function lastBefore(text: string, offset: number, start: number): number {
  let at = offset - 1
  while (at >= start && isSpace(text.charCodeAt(at))) at -= 1
  return at
}

/** White space of JSON. */
function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}
