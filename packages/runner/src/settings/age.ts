const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** An age such as `30d` or `12h`, in milliseconds; `undefined` for any other text. */
export function ageMs(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? []
  const factor = UNITS[unit]
  return factor === undefined ? undefined : Number(number) * factor
}
