type HeaderSource = { readonly get: (name: string) => string | null }

const SECONDS = /^\d{1,12}(?:\.\d{1,12})?$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})'
/** The three forms of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, the same with dashes and two digits, and asctime's. */
const HTTP_DATES = [
  new RegExp(`^[a-z]{3}, (?<day>\\d{1,2}) (?<month>[a-z]{3}) (?<year>\\d{4}) ${TIME} (?:gmt|utc|\\+0000)$`, 'i'),
  new RegExp(`^[a-z]{6,9}, (?<day>\\d{1,2})-(?<month>[a-z]{3})-(?<year>\\d{2}) ${TIME} (?:gmt|utc|\\+0000)$`, 'i'),
  new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) [ ]?(?<day>\\d{1,2}) ${TIME} (?<year>\\d{4})$`, 'i'),
]

/**
 * The wait that a server requests, in milliseconds: `retry-after-ms` first, then `Retry-After` as seconds (also fractional) or as an HTTP
 * date. `undefined` for an invalid value, so that the caller's own back-off applies. A bare number is never read as a year.
 */
export function parseRetryAfter(headers: HeaderSource, now: number): number | undefined {
  const ms = headers.get('retry-after-ms')?.trim()
  if (ms !== undefined && SECONDS.test(ms)) return Number(ms)
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  if (SECONDS.test(value)) return Number(value) * 1000
  const at = httpDate(value, now)
  return at === undefined ? undefined : Math.max(0, at - now)
}

/** Always in UTC, as the standard requires: `Date.parse` would read the third form in the local zone. */
function httpDate(value: string, now: number): number | undefined {
  for (const form of HTTP_DATES) {
    const found = form.exec(value)?.groups
    if (found === undefined) continue
    const { day = '', month = '', year = '', hour = '', minute = '', second = '' } = found
    const monthIndex = MONTHS.indexOf(month.toLowerCase())
    if (monthIndex === -1) return undefined
    const full = year.length === 2 ? fullYear(Number(year), now) : Number(year)
    return Date.UTC(full, monthIndex, Number(day), Number(hour), Number(minute), Number(second))
  }
  return undefined
}

/** A two-digit year more than 50 years ahead belongs to the previous century. */
function fullYear(twoDigits: number, now: number): number {
  const current = new Date(now).getUTCFullYear()
  const year = current - (current % 100) + twoDigits
  return year > current + 50 ? year - 100 : year
}
