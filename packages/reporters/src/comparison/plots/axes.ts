import { html, type Html } from '../../html/html.ts'
import type { Scale } from './linear-scale.ts'

/** Lines at the ticks of a horizontal axis, from `top` to `bottom`, with their values below. */
export function verticalLines({ at, ticks }: Scale, top: number, bottom: number): readonly Html[] {
  return ticks.map(
    ({ value, label }) =>
      html`<line class="grid" x1="${px(at(value))}" x2="${px(at(value))}" y1="${top}" y2="${bottom}" /><text
          x="${px(at(value))}"
          y="${bottom + 14}"
          text-anchor="middle"
        >
          ${label}
        </text>`,
  )
}

/** Lines at the ticks of an upright axis, from `left` to `right`, with their values before them. */
export function horizontalLines({ at, ticks }: Scale, left: number, right: number): readonly Html[] {
  return ticks.map(
    ({ value, label }) =>
      html`<line class="grid" x1="${left}" x2="${right}" y1="${px(at(value))}" y2="${px(at(value))}" /><text
          x="${left - 6}"
          y="${px(at(value) + 4)}"
          text-anchor="end"
        >
          ${label}
        </text>`,
  )
}

/** A drawing with a title for those who do not see it. */
export function plot(title: string, [width, height]: readonly [width: number, height: number], parts: readonly Html[]): Html {
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
    <title>${title}</title>
    ${parts}
  </svg>`
}

export function px(value: number): string {
  return value.toFixed(1)
}
