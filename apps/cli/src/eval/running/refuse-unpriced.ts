import type { AnyMetric } from '@assay/core'
import { type BudgetLimits, createBudget, createPriceList, type PriceList } from '@assay/runner'

/**
 * A budget in dollars is of no use for a model without a price: every call would be refused, row after row.
 * @throws AssayError `config` naming the model and what to write.
 */
export async function refuseUnpriced(
  metrics: readonly AnyMetric[],
  { budget, prices }: { readonly budget: BudgetLimits; readonly prices?: PriceList | undefined },
): Promise<void> {
  if (budget.usd === undefined) return
  // It rehearses a sample, with all that judges need: loaded only where there is such a budget.
  const { askedAdapters } = await import('../asked/asked-adapters.ts')
  const { check } = createBudget(budget, prices ?? createPriceList())
  const { models, embedders } = await askedAdapters(metrics)
  for (const adapter of [...models, ...embedders]) check(adapter)
}
