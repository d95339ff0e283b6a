/** As V8 words it: a row's own doing as a rule, and no reason to end the run over the next one. */
const LIMITS =
  /^(?:Maximum call stack size exceeded|Invalid (?:string|array) length|(?:Map|Set) maximum size exceeded|Array buffer allocation failed)/

/** Whether something was too large for the engine. */
export function isEngineLimit(error: unknown): error is RangeError {
  return error instanceof RangeError && LIMITS.test(error.message)
}
