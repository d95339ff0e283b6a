import type { ConfigPath } from '@assay/config-kit'
import type { OptionTable, TextRole } from '@assay/options'
import type { EvalTable } from './eval-table.ts'

/** The kind of a text at a place of a configuration, which decides its allowed values. `judge` names one, by its id. */
export type ValueRole = TextRole | 'judge' | 'plain'

/** By the declared options of settings, metrics and providers. */
export function roleOf(path: ConfigPath, table: EvalTable): ValueRole {
  const [first, ...rest] = path
  if (first === 'judge') return roleInJudge(rest, table)
  if (first === 'metrics') return rest.length === 0 ? 'plain' : roleInMetric(rest.slice(1), table)
  if (first === 'prices') return rest.length === 0 ? 'path' : PLAIN_OF_PRICES.has(path.at(-1)) ? 'plain' : 'cost'
  return table.settings[String(first)]?.holds ?? 'plain'
}

const PLAIN_OF_PRICES: ReadonlySet<unknown> = new Set(['model', 'provider', 'source', 'date'])

function roleInJudge(path: ConfigPath, { providers }: EvalTable): ValueRole {
  const [option] = path
  if (option === undefined) return 'judge'
  if (option === 'id') return 'id'
  return roleIn(providers, String(option))
}

/** A part of a metric is a metric again. */
function roleInMetric(path: ConfigPath, table: EvalTable): ValueRole {
  const [option, ...rest] = path
  if (option === undefined || option === 'type') return 'id'
  if (option === 'judge') return roleInJudge(rest, table)
  if (table.metrics.some(({ partOptions = [] }) => partOptions.includes(String(option)))) {
    return roleInMetric(
      rest.filter((part) => typeof part !== 'number' && part !== 'metric'),
      table,
    )
  }
  return roleIn(table.metrics, String(option))
}

function roleIn(entries: readonly { readonly options: OptionTable }[], option: string): ValueRole {
  return entries.map(({ options }) => options[option]?.holds).find((role) => role !== undefined) ?? 'plain'
}
