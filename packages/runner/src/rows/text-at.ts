/**
 * What stands at a path inside a value, as text: texts as they are, numbers and booleans as JavaScript prints them, lists and objects as
 * JSON; `null` where there is nothing. Only what a value holds itself counts, and no code of it is run to look there.
 */
export function textAt(value: unknown, path: readonly string[]): string | null {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return null
    found = Object.getOwnPropertyDescriptor(found, name)?.value
  }
  return asText(found)
}

function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? null
}
