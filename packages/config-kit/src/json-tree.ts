import { type ConfigPath, type ConfigTree, MAX_DEPTH, type SyntaxFault } from './config-tree.ts'

/** The place of a value, and its parts: by name with the offset of the name, or by index. */
type Place = { readonly offset: number; readonly names?: ReadonlyMap<string, Named>; readonly items?: readonly Place[] }
type Named = { readonly offset: number; readonly place: Place }

const SPACE = /[ \t\n\r]*/y
/** A run of ordinary characters, then the one that ends it. */
// oxlint-disable-next-line no-control-regex -- JSON forbids control characters inside texts
const TEXT_RUN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

/** Strict JSON (RFC 8259), by one pass that finds places and faults; the engine parses the value itself. */
export function jsonTree(text: string): ConfigTree | SyntaxFault {
  const scanned = scan(text)
  if ('what' in scanned) return scanned
  const value: unknown = JSON.parse(text)
  return { value, offsetOf: (path) => offsetOf(scanned, path) }
}

function scan(text: string): Place | SyntaxFault {
  let at = 0
  let fault: SyntaxFault | undefined

  const root = value(0)
  if (root !== undefined && fault === undefined) {
    skip()
    if (at < text.length) fail(`${found()} after the end of the value`)
  }
  return fault ?? root ?? { offset: at, what: 'it is not JSON.' }

  function skip(): void {
    at += lengthOf(SPACE, text, at)
  }

  function found(): string {
    return at >= text.length
      ? 'the text ends'
      : `found ${JSON.stringify(
          Array.from(text.slice(at, at + 20))
            .slice(0, 12)
            .join(''),
        )}`
  }

  function fail(what: string, offset = at): undefined {
    fault ??= { offset, what: `it is not JSON: ${what}.` }
    return undefined
  }

  function value(depth: number): Place | undefined {
    skip()
    if (depth > MAX_DEPTH) {
      fault ??= { offset: at, what: `it is nested more than ${MAX_DEPTH} levels deep.` }
      return undefined
    }
    const offset = at
    if (text[at] === '{') return object(offset, depth)
    if (text[at] === '[') return list(offset, depth)
    const length = text[at] === '"' ? textLength(text, at) : lengthOf(SCALAR, text, at)
    if (length === 0) return fail(`${found()} where a value was expected`)
    at += length
    return { offset }
  }

  function object(offset: number, depth: number): Place | undefined {
    const names = new Map<string, Named>()
    at += 1
    skip()
    if (text[at] === '}') return close({ offset, names })
    for (;;) {
      skip()
      const nameAt = at
      const length = textLength(text, at)
      if (length === 0) return fail(`${found()} where a name in double quotes was expected`)
      const name = String(JSON.parse(text.slice(at, at + length)))
      if (name === '__proto__') return fail('"__proto__" is no name for anything')
      if (names.has(name)) return fail(`the name ${JSON.stringify(name)} stands twice in one object`)
      at += length
      skip()
      if (text[at] !== ':') return fail(`${found()} where a colon was expected`)
      at += 1
      const place = value(depth + 1)
      if (place === undefined) return undefined
      names.set(name, { offset: nameAt, place })
      skip()
      if (text[at] === '}') return close({ offset, names })
      if (text[at] !== ',') return fail(`${found()} where a comma or } was expected`)
      at += 1
    }
  }

  function list(offset: number, depth: number): Place | undefined {
    const items: Place[] = []
    at += 1
    skip()
    if (text[at] === ']') return close({ offset, items })
    for (;;) {
      const place = value(depth + 1)
      if (place === undefined) return undefined
      items.push(place)
      skip()
      if (text[at] === ']') return close({ offset, items })
      if (text[at] !== ',') return fail(`${found()} where a comma or ] was expected`)
      at += 1
    }
  }

  function close(place: Place): Place {
    at += 1
    return place
  }
}

function offsetOf(root: Place, path: ConfigPath): number {
  let place = root
  let { offset } = root
  for (const part of path) {
    const named = place.names?.get(String(part))
    const next = named?.place ?? (typeof part === 'number' ? place.items?.[part] : undefined)
    if (next === undefined) return offset
    offset = named?.offset ?? next.offset
    place = next
  }
  return offset
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** The length of the quoted text that begins here; 0 if there is none. */
function textLength(text: string, at: number): number {
  if (text[at] !== '"') return 0
  for (let next = at + 1; ;) {
    next += lengthOf(TEXT_RUN, text, next)
    if (text[next] === '"') return next + 1 - at
    const escape = lengthOf(ESCAPE, text, next)
    if (escape === 0) return 0
    next += escape
  }
}
