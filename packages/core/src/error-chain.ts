import { isRecord } from './is-record.ts'

const MOST = 8

/** An error and its causes, outermost first. Libraries that retry name the last error as `lastError`. */
export function errorChain(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && chain.length < MOST;) {
    chain.push(cause)
    cause = isRecord(cause) ? (cause['cause'] ?? cause['lastError']) : undefined
  }
  return chain
}

export function errorMessage(error: unknown): string {
  return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : typeof error === 'string' ? error : ''
}

/** Compares names along the prototype chain: a client passed by the user may come from another copy of an SDK. */
export function isErrorNamed(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === name) return true
  for (let type: unknown = Object.getPrototypeOf(error); isRecord(type); type = Object.getPrototypeOf(type)) {
    const { constructor } = type
    if (typeof constructor === 'function' && constructor.name === name) return true
  }
  return false
}
