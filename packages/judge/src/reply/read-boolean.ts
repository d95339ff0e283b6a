/**
 * true/false, 1/0, and yes/no/true/false/1/0 as text, trimmed and in any case. Anything else is `undefined`: a verdict is never
 * defaulted and never taken from part of a text.
 */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1) return true
  if (value === 0) return false
  if (typeof value !== 'string') return undefined
  switch (value.trim().toLowerCase()) {
    case 'yes':
    case 'true':
    case '1':
      return true
    case 'no':
    case 'false':
    case '0':
      return false
    default:
      return undefined
  }
}
