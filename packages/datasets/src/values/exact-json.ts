const INTEGER = /^(-?\d+)(?:\.0+)?$/

/** Whether a number is an integer that may have lost digits when it was parsed. */
export function isUnsafeInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
}

/**
 * Parses JSON again, with integers beyond 2^53 as bigint.
 * @throws RangeError if the text is nested too deeply for a reviver.
 */
export function exactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (!isUnsafeInteger(value)) return value
    const digits = INTEGER.exec(context?.source ?? '')?.[1]
    return digits === undefined ? value : BigInt(digits)
  })
}
