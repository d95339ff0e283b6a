import type { Catalog } from '@assay/catalog'
import type { MetricEntry, ProviderEntry, SettingTable } from '@assay/options'
import { evalSettings } from './eval-settings.ts'
import { metricSettings } from './metric-settings.ts'

/** Every setting of `assay eval`: its own, those of runs, and the options of the metrics in a catalog. */
export type EvalTable = {
  readonly settings: SettingTable
  /** Names of those that are options of metrics. */
  readonly metricOptions: ReadonlySet<string>
  readonly metrics: readonly MetricEntry[]
  readonly providers: readonly ProviderEntry[]
}

export async function evalTable(catalog: Catalog): Promise<EvalTable> {
  const [metrics, providers] = [await catalog.metrics(), await catalog.providers()]
  const ofMetrics = metricSettings(metrics)
  return { settings: { ...evalSettings, ...ofMetrics }, metricOptions: new Set(Object.keys(ofMetrics)), metrics, providers }
}
