import assert from 'node:assert/strict'

/** Fails if a value is not the same after JSON: `undefined` in a field, NaN, an Error, a bigint, a Date. */
export function assertJson(value: unknown, what: string): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value, `${what} must be JSON, nothing else`)
}

/** Deep-freezes data, so that a change throws. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const held of Object.values(value)) deepFrozen(held)
    Object.freeze(value)
  }
  return value
}

export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen)
}
