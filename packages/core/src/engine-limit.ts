/** Messages of V8. Such a failure usually belongs to one row, and does not end the run. */
const LIMITS =
  /^(?:Maximum call stack size exceeded|Invalid (?:string|array) length|(?:Map|Set) maximum size exceeded|Array buffer allocation failed)/

/** Whether something was too large for the engine. */
export function isEngineLimit(error: unknown): error is RangeError {
  return error instanceof RangeError && LIMITS.test(error.message)
}
