import { AssayError } from '@assay/core'

/** A number of the command line. @throws AssayError `config` naming the option, what was given and what is due. */
export function numberOf(option: string, text: string | undefined, o: { from: number; to?: number; whole?: boolean }): number | undefined {
  if (text === undefined) return undefined
  const { from, to = Number.MAX_SAFE_INTEGER } = o
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  const fits = value >= from && value <= to && (o.whole !== true || Number.isSafeInteger(value))
  if (fits) return value
  const range = to >= Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`
  throw new AssayError({
    kind: 'config',
    message: `${option} ${text}: expected a ${o.whole === true ? 'whole number' : 'number'} ${range}`,
  })
}
