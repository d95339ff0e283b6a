import { shownNumber } from '../../figures/shown-number.ts'
import { html, type Html } from '../../html/html.ts'
import { horizontalLines, plot, px, verticalLines } from './axes.ts'
import { linearScale } from './linear-scale.ts'

const WIDTH = 440
const HEIGHT = 290
const LEFT = 48
const RIGHT = WIDTH - 20
const TOP = 24
const BOTTOM = HEIGHT - 40

export type FrontPoint = {
  /** What stands beside the point. */
  readonly number: number
  readonly label: string
  readonly quality: number
  readonly price: number
  readonly isOnFront: boolean
}

/** Quality against a price; those that no other beats are filled and joined by a line. */
export function frontPlot(points: readonly FrontPoint[], { title, price }: { readonly title: string; readonly price: string }): Html {
  const x = linearScale([0, ...points.map((point) => point.price)], [LEFT, RIGHT], 4)
  const y = linearScale(
    points.map(({ quality }) => quality),
    [BOTTOM, TOP],
  )
  const front = points.filter(({ isOnFront }) => isOnFront).toSorted((one, other) => one.price - other.price)
  const path = front.map((point, at) => `${at === 0 ? 'M' : 'L'}${px(x.at(point.price))} ${px(y.at(point.quality))}`).join('')
  const marks = points.map(
    ({ number, label, quality, price: paid, isOnFront }) =>
      html`<circle class="${isOnFront ? 'dot' : 'dot hollow'}" cx="${px(x.at(paid))}" cy="${px(y.at(quality))}" r="5">
          <title>${label}: ${shownNumber(quality)}</title> </circle
        ><text class="label" x="${px(x.at(paid) + 8)}" y="${px(y.at(quality) - 7)}">${number}</text>`,
  )
  const told = points.map(({ number, label, isOnFront }) => `${number} ${label}${isOnFront ? ', on the front' : ''}`).join('; ')
  return plot(
    `${title}: ${told}`,
    [WIDTH, HEIGHT],
    [
      ...horizontalLines(y, LEFT, RIGHT),
      ...verticalLines(x, TOP, BOTTOM),
      html`<text x="${px((LEFT + RIGHT) / 2)}" y="${HEIGHT - 6}" text-anchor="middle">${price}</text>`,
      html`<path class="front" d="${path}" />`,
      ...marks,
    ],
  )
}
