import type { CostMeter } from './cost-meter.ts'
import type { PriceList } from './price-list.ts'

/** Why a cost is unknown or only a bound: models without a price, and models that did not report some token counts. */
export function costNote(costs: Pick<CostMeter, 'byAdapter'>, prices: PriceList): string | undefined {
  const unclear = costs.byAdapter().filter(({ cost, costIsBound }) => cost === null || costIsBound === true)
  const named = (isPriced: boolean): string =>
    unclear
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
