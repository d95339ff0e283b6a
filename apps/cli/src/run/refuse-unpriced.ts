import type { AnyMetric } from '@assay/core'
import { createBudget, type EvaluateOptions, priceListOf } from '@assay/runner'

/**
 * A budget in dollars needs a price for every model: without it every call would be refused, row after row.
 * @throws AssayError `config` naming the model and what to write.
 */
export async function refuseUnpriced(
  metrics: readonly AnyMetric[],
  { budgetUsd, prices }: Pick<EvaluateOptions, 'budgetUsd' | 'prices'>,
): Promise<void> {
  if (budgetUsd === undefined) return
  // It rehearses a sample, with everything that judges need: loaded only for such a budget.
  const { calledAdapters } = await import('../plan/adapters-of.ts')
  const { check } = createBudget({ usd: budgetUsd }, priceListOf(prices))
  const { models, embedders } = await calledAdapters(metrics)
  for (const adapter of [...models, ...embedders]) check(adapter)
}
