import { configError } from '@assay/core'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** An age such as `30d`, in milliseconds. @throws AssayError `config` naming the option, its value and the expected one. */
export function readAge(option: string, text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? []
  const factor = UNITS[unit]
  if (factor !== undefined) return Number(number) * factor
  throw configError(`${option} ${text}: expected a number with one of s, m, h, d, w, as in 30d or 12h`)
}
