import type { JsonValue } from '@assay/core'

/** Freezes a JSON value through and through, and returns it: what a fingerprint or a flag says once holds for the whole run. */
export function freezeJson<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const held of Object.values<JsonValue>(value)) freezeJson(held)
    Object.freeze(value)
  }
  return value
}
