/** How one wire shape is read: leniently if the meaning cannot change, never by guessing. */
export type ReplyShape<T> = {
  /** The key of every reply of this shape. An object without it is no candidate. */
  readonly key: string
  /** The shape in words for people and judges: `{"claims":["…"]}`. */
  readonly pattern: string
  /** Never throws. `value` is plain JSON of bounded depth. */
  readonly read: (json: unknown) => ShapeReading<T>
}

export type ShapeReading<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly string[] }
  /** `defect` names the place, the value and the expected one: `at verdicts[2].supported: got "maybe", expected true or false`. */
  | { readonly ok: false; readonly defect: string }

/** A JSON object whose own keys may be read; `__proto__` is a key like any other. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property; `null` counts as absent: judges write it for "none". */
export function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined
}

export function defectAt(path: string, got: unknown, expected: string): string {
  return `at ${path}: got ${shown(got)}, expected ${expected}`
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'an object'
}
