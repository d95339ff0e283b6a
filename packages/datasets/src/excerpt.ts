const SHOWN = 60

/** A value for an error message: on one line, with its kind if that is not obvious, and truncated if it is long. */
export function excerpt(value: unknown): string {
  if (typeof value === 'string') return `the text ${quoted(value)}`
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'a number too large to hold (beyond 1.8e308)'
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${value}`
  if (typeof value === 'boolean') return `the boolean ${value}`
  return `a value of type ${typeof value}`
}

/** A quoted text, with control and invisible characters escaped. */
export function quoted(text: string): string {
  const cut = text.length > SHOWN
  const head = JSON.stringify((cut ? text.slice(0, SHOWN) : text).toWellFormed())
  return `${head.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}${cut ? '…' : ''}`
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
}
