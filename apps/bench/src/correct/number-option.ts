import { InvalidArgumentError } from 'commander'

/** For commander: a whole number from `from` to `to`, both included. */
export function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (Number.isSafeInteger(value) && value >= from && value <= to) return value
    throw new InvalidArgumentError(
      `Expected a whole number ${to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`}.`,
    )
  }
}

/** For commander: a number of at least `from`. */
export function numberFrom(from: number): (text: string) => number {
  return (text) => {
    const value = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    if (Number.isFinite(value) && value >= from) return value
    throw new InvalidArgumentError(`Expected a number of at least ${from}.`)
  }
}

/** For commander: collects an option that may be given several times. */
export function repeated(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}
