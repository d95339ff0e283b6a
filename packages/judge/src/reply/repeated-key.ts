import { endOfString, isKey } from './scan-objects.ts'

const QUOTE = 34
const OPEN = 123
const CLOSE = 125

/** The first key that one object of a JSON text holds twice, shortened for a message. For texts that are known to hold one. */
export function repeatedKey(json: string): string {
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === OPEN) open.push(new Set())
    else if (code === CLOSE) open.pop()
    else if (code === QUOTE) {
      const end = endOfString(json, at, json.length)
      if (end === -1) break
      const keys = isKey(json, end) ? open.at(-1) : undefined
      if (keys !== undefined) {
        const written = json.slice(at, end)
        const key = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
        if (keys.has(key)) return key.slice(0, 40).toWellFormed()
        keys.add(key)
      }
      at = end - 1
    }
  }
  return ''
}
