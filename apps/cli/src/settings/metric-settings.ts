import type { MetricEntry, OptionSpec, SettingTable } from '@assay/options'

/**
 * The options of metrics as settings of a run: for metrics that are named without options, and on the command line for all. An option
 * that several metrics share stands once, under all their names.
 */
export function metricSettings(entries: readonly MetricEntry[]): SettingTable {
  const owners = new Map<string, { readonly spec: OptionSpec; readonly types: string[] }>()
  for (const { type, options } of entries) {
    for (const [name, spec] of Object.entries(options)) {
      if (spec.flag === false) continue
      const known = owners.get(name)
      if (known === undefined) owners.set(name, { spec, types: [type] })
      else known.types.push(type)
    }
  }
  return Object.fromEntries(
    // What one metric cannot do without, a run of others can.
    Array.from(owners, ([name, { spec, types }]) => [name, { ...spec, isRequired: false, group: `For ${headingOf(types)}` }] as const),
  )
}

/** Two names at most: a heading is no list. */
function headingOf(types: readonly string[]): string {
  const [first, second, ...more] = types
  if (second === undefined) return first ?? ''
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and others`
}
