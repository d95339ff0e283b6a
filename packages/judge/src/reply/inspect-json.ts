const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** The keys of one open object, `null` before the first; a list has none. A Set is made only for the second key: hostile texts nest a million deep. */
type Frame = { keys: string | Set<string> | null } | 'list'

/** Answers are four levels deep. What is deeper than this is refused before it costs time. */
const DEEPEST = 10_000

/**
 * What `JSON.parse` does not say, in one pass with a stack of its own: commas that stand before a closing bracket, and the first key
 * that one object holds twice (`JSON.parse` takes the last in silence). `undefined` where the text nests too deep to be an answer.
 */
export function inspectJson(
  text: string,
): { readonly trailingCommas: readonly number[]; readonly repeatedKey: string | undefined } | undefined {
  const trailingCommas: number[] = []
  const frames: Frame[] = []
  let comma = -1
  let repeatedKey: string | undefined
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) continue
    if (frames.length > DEEPEST) return undefined
    if (code === COMMA) {
      comma = at
      continue
    }
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (comma !== -1) trailingCommas.push(comma)
      frames.pop()
    } else if (code === OPEN_OBJECT) frames.push({ keys: null })
    else if (code === OPEN_LIST) frames.push('list')
    else if (code === QUOTE) {
      const end = endOfString(text, at)
      if (end === -1) break
      const frame = frames.at(-1)
      if (frame !== undefined && frame !== 'list' && isKey(text, end)) {
        const key = text.slice(at + 1, end - 1)
        if (!remember(frame, key)) repeatedKey ??= key
      }
      at = end - 1
    }
    comma = -1
  }
  return { trailingCommas, repeatedKey }
}

/** The offset behind the closing quotation mark of the string that opens at `at`, or -1. */
export function endOfString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text.charCodeAt(next)
    if (code === BACKSLASH) next += 1
    else if (code === QUOTE) return next + 1
  }
  return -1
}

function isKey(text: string, end: number): boolean {
  let at = end
  while (isSpace(text.charCodeAt(at))) at += 1
  return text.charCodeAt(at) === COLON
}

function remember(frame: Exclude<Frame, 'list'>, key: string): boolean {
  if (frame.keys === null) frame.keys = key
  else if (typeof frame.keys === 'string') {
    if (frame.keys === key) return false
    frame.keys = new Set([frame.keys, key])
  } else {
    if (frame.keys.has(key)) return false
    frame.keys.add(key)
  }
  return true
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}
