import { shownNumber } from '../../figures/shown-number.ts'
import { data, html, type Html } from '../../html/html.ts'
import { type FrontPoint, frontPlot } from '../plots/front-plot.ts'
import { paretoFront } from '../plots/pareto-front.ts'
import type { SeveralComparison, SeveralMetric, SeveralRun } from '../several-comparison.ts'
import { effortTexts } from '../several-texts.ts'

/** What runs take: US dollars for a thousand rows, and milliseconds. */
const PRICES = [
  {
    name: 'cost',
    axis: 'US dollars for 1,000 rows',
    of: ({ cost, rows }: SeveralRun) => (cost === null || rows === 0 ? null : (1000 * cost) / rows),
    shown: (run: SeveralRun) => effortTexts(run)[1],
  },
  {
    name: 'latency',
    axis: 'milliseconds in which half of the replies came',
    of: ({ p50 }: SeveralRun) => p50,
    shown: (run: SeveralRun) => effortTexts(run)[2],
  },
] as const

/** Quality against cost and latency, for what models judged: where at least two runs say what they took, and it differs. */
export function priceSection(comparison: SeveralComparison): Html {
  const parts = Object.entries(comparison.metrics)
    .filter(([, { evidence }]) => evidence === 'judge')
    .flatMap(([name, metric]) => PRICES.flatMap((price) => pricePart(name, metric, comparison.runs, price)))
  if (parts.length === 0) return html``
  return html`<section aria-labelledby="prices">
    <h2 id="prices">Quality against cost and latency</h2>
    <p class="faint">Filled and joined: no other run is as good for less. What replies took that were kept from before counts, too.</p>
    ${parts}
  </section> `
}

function pricePart(name: string, { table, direction }: SeveralMetric, runs: readonly SeveralRun[], price: (typeof PRICES)[number]): Html[] {
  const offers = runs.flatMap((run, at) => {
    const mean = table.find(({ label }) => label === run.label)?.mean ?? null
    const paid = price.of(run)
    return mean === null || paid === null ? [] : [{ number: at + 1, run, label: run.label, quality: mean, price: paid }]
  })
  if (offers.length < 2 || new Set(offers.map((offer) => offer.price)).size < 2) return []
  const front = new Set(paretoFront(offers, direction))
  const points = offers.map((offer, at): FrontPoint & { readonly run: SeveralRun } => Object.assign(offer, { isOnFront: front.has(at) }))
  return [
    html`<article class="metric">
      <h3>${data(name)} and ${price.name}</h3>
      <div class="plots">
        <figure>
          <figcaption>Mean against ${price.axis}</figcaption>
          ${frontPlot(points, { title: `${name} against ${price.name}`, price: price.axis })}
        </figure>
        <div class="scroll" tabindex="0" role="region" aria-label="${name} and ${price.name} of each run">
          <table class="numbers">
            <thead>
              <tr>
                <th scope="col">run</th>
                <th scope="col">mean</th>
                <th scope="col">${price.name}</th>
                <th scope="col">on the front</th>
              </tr>
            </thead>
            <tbody>
              ${points.map(
                ({ number, label, quality, isOnFront, run }) =>
                  html`<tr>
                    <th scope="row">${number} ${data(label)}</th>
                    <td>${shownNumber(quality)}</td>
                    <td>${price.shown(run)}</td>
                    <td>${isOnFront ? 'yes' : 'no'}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </div>
    </article> `,
  ]
}
