import { createContext, type Context, Script } from 'node:vm'

let made: { readonly context: Context; readonly script: Script } | undefined

/**
 * What `work` gives; `undefined` where it takes longer than `limitMs`. It ends synchronous work from outside, such as a pattern that
 * backtracks for ever. What `work` throws is thrown.
 */
export function bounded<T>(work: () => T, limitMs: number): T | undefined {
  made ??= { context: createContext(Object.create(null)), script: new Script('work()') }
  const { context, script } = made
  context['work'] = work
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `work` gives
    return script.runInContext(context, { timeout: limitMs }) as T
  } catch (error) {
    if (isTimeout(error)) return undefined
    throw error
  } finally {
    context['work'] = undefined
  }
}

/** The error belongs to the other context, so it is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
