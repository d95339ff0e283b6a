import type { CostMeter } from './cost-meter.ts'
import type { PriceList } from './price-list.ts'

/** Why a cost is not known: models without a price, and models that did not say how many tokens of a kind they took. */
export function costNote(costs: Pick<CostMeter, 'byAdapter'>, prices: PriceList): string | undefined {
  const unknown = costs.byAdapter().filter(({ cost }) => cost === null)
  const named = (isPriced: boolean): string =>
    unknown
      .filter((model) => (prices.find(model) !== undefined) === isPriced)
      .map(({ provider, modelId }) => `${provider}:${modelId}`)
      .join(', ')
  const [unpriced, uncounted] = [named(false), named(true)]
  const notes = [
    ...(unpriced === '' ? [] : [`no price for ${unpriced}`]),
    ...(uncounted === '' ? [] : [`some token counts are missing from ${uncounted}`]),
  ]
  return notes.length === 0 ? undefined : notes.join('; ')
}
