/**
 * The value at a path inside a value, as text: texts unchanged, numbers and booleans as JavaScript prints them, lists and objects as
 * JSON; `null` if there is none. Only own properties are read, and no getter is run.
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
