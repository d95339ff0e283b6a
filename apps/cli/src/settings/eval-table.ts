import type { Catalog } from '@assay/catalog'
import { type AssayError, configError } from '@assay/core'
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

/** @throws AssayError `config` if an option of a metric has the name of a setting of all runs. */
export async function evalTable(catalog: Catalog): Promise<EvalTable> {
  const [metrics, providers] = [await catalog.metrics(), await catalog.providers()]
  const ofMetrics = metricSettings(metrics)
  for (const name of Object.keys(ofMetrics)) if (TAKEN.has(name)) throw takenName(name, metrics)
  return { settings: { ...evalSettings, ...ofMetrics }, metricOptions: new Set(Object.keys(ofMetrics)), metrics, providers }
}

/** Names of settings, earlier ones included, and of options of every command. */
const TAKEN: ReadonlySet<string> = new Set([
  'help',
  ...Object.keys(evalSettings),
  ...Object.values<SettingTable[string]>(evalSettings).flatMap(({ formerNames = [] }) => formerNames),
])

function takenName(name: string, metrics: readonly MetricEntry[]): AssayError {
  const owner = metrics.find(({ options }) => options[name] !== undefined)
  const message = `The metric ${owner?.type} has an option ${name}, which is a setting of every run. Give it another name, or set flag: false for one that only files and code set.`
  return configError(message)
}
