type HeaderSource = { readonly get: (name: string) => string | null }

const SECONDS = /^\d{1,12}(?:\.\d{1,12})?$/
/** The three legal forms of an HTTP date begin with the name of a day (RFC 9110, section 5.6.7). */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i

/**
 * How long a server asks us to wait, in milliseconds: `retry-after-ms` first, then `Retry-After` as seconds (also fractional) or
 * as an HTTP date. `undefined` for nonsense, so that the caller's own back-off applies. A bare number is never read as a year.
 */
export function parseRetryAfter(headers: HeaderSource, now: number): number | undefined {
  const ms = headers.get('retry-after-ms')?.trim()
  if (ms !== undefined && SECONDS.test(ms)) return Number(ms)
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  if (SECONDS.test(value)) return Number(value) * 1000
  if (!HTTP_DATE.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
