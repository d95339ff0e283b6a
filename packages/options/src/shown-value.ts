const MOST_SHOWN = 40

/** A value in messages; long texts are truncated, and the content of maps and lists is not shown. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    if (value === '') return 'an empty text'
    const points = Array.from(value.slice(0, 2 * MOST_SHOWN + 2))
    return `the text ${JSON.stringify(points.slice(0, MOST_SHOWN).join(''))}${points.length > MOST_SHOWN ? ' …' : ''}`
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'a map' : String(value)
}
