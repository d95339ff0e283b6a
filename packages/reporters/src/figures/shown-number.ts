/** Three decimals. A value that is not exactly 1 or 0 is never shown as 1.000 or 0.000. */
export function shownNumber(value: number): string {
  const shown = value.toFixed(3)
  if (shown === '1.000' && value < 1) return '0.999'
  return (shown === '0.000' || shown === '-0.000') && value > 0 ? '0.001' : shown
}

/** `[0.741, 0.883]` */
export function shownSpan([lo, hi]: readonly [number, number]): string {
  return `[${shownNumber(lo)}, ${shownNumber(hi)}]`
}

/** `2026-11-28 07:04:23 UTC`, of a time in ISO 8601; anything else as it is. */
export function shownTime(iso: string): string {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso)
  return found === null ? iso : `${found[1]} ${found[2]} UTC`
}

/** `12,345`, the same in every locale. */
export function shownCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `1 row`, `2 rows` */
export function counted(count: number, noun: string): string {
  return `${shownCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
