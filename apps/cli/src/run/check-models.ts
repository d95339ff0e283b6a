import type { AnyMetric } from '@assay/core'
import { createBudget, createServiceTiers, type EvaluateOptions, priceListOf } from '@assay/runner'

/**
 * Checks before the first call what each model must have: a price for a budget in dollars, and the service tiers of the run.
 * @throws AssayError `config` naming the model and what to write.
 */
export async function checkModels(
  metrics: readonly AnyMetric[],
  { budgetUsd, prices, serviceTier }: Pick<EvaluateOptions, 'budgetUsd' | 'prices' | 'serviceTier'>,
): Promise<void> {
  if (budgetUsd === undefined && serviceTier === undefined) return
  // It rehearses a sample and loads what judges need, so only runs with one of these settings load it.
  const { calledAdapters } = await import('../plan/adapters-of.ts')
  const tiers = createServiceTiers(serviceTier)
  const { models, embedders } = await calledAdapters(metrics)
  for (const model of models) tiers.of(model)
  const priceList = priceListOf(prices)
  const { check } = createBudget({ usd: budgetUsd }, priceList)
  for (const model of models) check({ ...model, serviceTier: tiers.pricedAt(model, priceList) })
  for (const embedder of embedders) check(embedder)
}
