import { type Finder, finder } from './finder.ts'

/**
 * The first duplicate key in an object of this JSON text, at any depth. `JSON.parse` silently takes the last one.
 * @param json a text that `JSON.parse` accepts.
 * @param isRead whether a key of the outermost object is read: other keys, and the values under them, are not checked.
 */
export function repeatedKey(json: string, isRead: (key: string) => boolean): { readonly key: string; readonly at: number } | undefined {
  // A list has no keys: undefined represents it.
  const open: (Set<string> | undefined)[] = []
  const quotes = finder(json, '"')
  const slashes = finder(json, '\\')
  let outermost = ''
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (char === '{') open.push(new Set())
    else if (char === '[') open.push(undefined)
    else if (char === '}' || char === ']') open.pop()
    else if (char === '"') {
      const end = textEnd(at, quotes, slashes)
      const keys = open.at(-1)
      if (keys !== undefined && isFollowedByColon(json, end)) {
        const key = keyOf(json.slice(at, end))
        if (open.length === 1) outermost = key
        if (keys.has(key) && isRead(outermost)) return { key, at }
        keys.add(key)
      }
      at = end - 1
    }
  }
  return undefined
}

/** The offset after the closing quote of a string, from quote to quote if there is no backslash in between. */
function textEnd(start: number, quotes: Finder, slashes: Finder): number {
  let at = start + 1
  for (;;) {
    const quote = quotes(at)
    const slash = slashes(at)
    if (quote <= slash) return quote + 1
    at = slash + 2
  }
}

function isFollowedByColon(json: string, from: number): boolean {
  let at = from
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at += 1
  return json[at] === ':'
}

function keyOf(written: string): string {
  return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
}
