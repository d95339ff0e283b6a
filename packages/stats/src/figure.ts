/** A number, or the reason why there is none. */
export type Figure = { readonly value: number; readonly reason: null } | { readonly value: null; readonly reason: string }

export function figure(value: number): Figure {
  return { value, reason: null }
}

export function noFigure(reason: string): Figure {
  return { value: null, reason }
}

export type Ends = { readonly lo: number; readonly hi: number }

/** An interval, or the reason why there is none. */
export type IntervalFigure =
  | { readonly interval: Ends; readonly noInterval: null }
  | { readonly interval: null; readonly noInterval: string }
