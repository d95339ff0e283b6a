/**
 * JSON with object keys sorted by UTF-16 code unit at every depth, without white space, and without keys whose value is `undefined`:
 * equal values give equal text. `JSON.stringify` escapes lone surrogates, so the text is always well formed. Values that are frozen at
 * every depth, such as fingerprints and schemas, are rendered once.
 *
 * @throws TypeError for values that JSON cannot hold (bigint, NaN, Infinity, functions, maps, sets): they would be hashed as something
 * else.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonicalJson: ${value} has no JSON form`)
    return JSON.stringify(value)
  }
  if (typeof value !== 'object') throw new TypeError(`canonicalJson: a ${typeof value} has no JSON form`)
  if (!Object.isFrozen(value)) return objectJson(value)
  const known = renderedFrozen.get(value)
  if (known !== undefined) return known
  const json = objectJson(value)
  if (isFrozenThrough(value)) renderedFrozen.set(value, json)
  return json
}

const renderedFrozen = new WeakMap<object, string>()

function objectJson(value: object): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON())
  const kind = Object.prototype.toString.call(value)
  if (kind !== '[object Object]') throw new TypeError(`canonicalJson: ${kind} has no JSON form`)
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`
}

function isFrozenThrough(value: unknown): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && !('toJSON' in value) && Object.values(value).every(isFrozenThrough))
  )
}
