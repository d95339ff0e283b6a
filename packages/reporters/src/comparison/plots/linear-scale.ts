export type Scale = {
  /** Where a value lies, in the units of the plot. */
  readonly at: (value: number) => number
  /** Round values to draw lines at, ascending, with as many decimals as they need. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[]
}

/** From values to places: the values widened to round ones, about `count` steps of 1, 2 or 5 times a power of ten. */
export function linearScale(values: readonly number[], [from, to]: readonly [from: number, to: number], count = 5): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // Alike values still need a width.
  const span = most > least ? most - least : Math.max(Math.abs(most), 1) / 10
  const power = 10 ** Math.floor(Math.log10(span / count))
  const step = power * ([1, 2, 5].find((times) => span / (power * times) <= count) ?? 10)
  const [first, last] = [Math.floor(least / step + 1e-9), Math.max(Math.ceil(most / step - 1e-9), Math.floor(least / step + 1e-9) + 1)]
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  return {
    at: (value) => from + ((value - first * step) / ((last - first) * step)) * (to - from),
    ticks: Array.from({ length: last - first + 1 }, (_, at) => {
      const value = (first + at) * step
      return { value, label: value.toFixed(decimals).replace(/^-(0(?:\.0+)?)$/, '$1') }
    }),
  }
}
