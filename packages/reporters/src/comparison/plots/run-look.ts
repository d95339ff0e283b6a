/** Hues, dashes and marks of series: runs are told apart without colour, too. */
const HUES = 8
const DASHES = ['', '6 3', '2 3'] as const

export type RunLook = { readonly hue: string; readonly dash: string; readonly mark: (x: number, y: number) => string }

/** How the n-th run is drawn. */
export function runLook(at: number): RunLook {
  return { hue: `hue${at % HUES}`, dash: DASHES[Math.floor(at / HUES) % DASHES.length] ?? '', mark: MARKS[at % MARKS.length] ?? disc }
}

/** Paths around a point. */
const MARKS = [disc, square, diamond, triangle, cross] as const

function disc(x: number, y: number): string {
  return `M${n(x - 4)} ${n(y)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`
}

function square(x: number, y: number): string {
  return `M${n(x - 3.6)} ${n(y - 3.6)}h7.2v7.2h-7.2z`
}

function diamond(x: number, y: number): string {
  return `M${n(x)} ${n(y - 5)}l5 5l-5 5l-5 -5z`
}

function triangle(x: number, y: number): string {
  return `M${n(x)} ${n(y - 4.6)}l4.6 8.4h-9.2z`
}

function cross(x: number, y: number): string {
  return `M${n(x - 1.6)} ${n(y - 4.6)}h3.2v3h3v3.2h-3v3h-3.2v-3h-3v-3.2h3z`
}

function n(value: number): string {
  return value.toFixed(1)
}
