import type { AnyMetric } from '@assay/core'
import { createBudget, type EvaluateOptions, priceListOf } from '@assay/runner'

/**
 * A budget in dollars is of no use for a model without a price: every call would be refused, row after row.
 * @throws AssayError `config` naming the model and what to write.
 */
export async function refuseUnpriced(
  metrics: readonly AnyMetric[],
  { budgetUsd, prices }: Pick<EvaluateOptions, 'budgetUsd' | 'prices'>,
): Promise<void> {
  if (budgetUsd === undefined) return
  // It rehearses a sample, with all that judges need: loaded only where there is such a budget.
  const { askedAdapters } = await import('../plan/adapters-of.ts')
  const { check } = createBudget({ usd: budgetUsd }, priceListOf(prices))
  const { models, embedders } = await askedAdapters(metrics)
  for (const adapter of [...models, ...embedders]) check(adapter)
}
