import { choicesOf, type MetricEntry, type OptionSpec, type SettingTable } from '@assay/options'
import * as z from 'zod'

/**
 * The options of metrics as settings of a run: for metrics that are named without options, and on the command line for all. An option
 * shared by several metrics is listed once, under all their names.
 */
export function metricSettings(entries: readonly MetricEntry[]): SettingTable {
  const owners = new Map<string, { readonly spec: OptionSpec; readonly types: readonly string[] }>()
  for (const { type, options } of entries) {
    for (const [name, spec] of Object.entries(options)) {
      if (spec.flag === false) continue
      const known = owners.get(name)
      owners.set(name, known === undefined ? { spec, types: [type] } : { spec: together(known.spec, spec), types: [...known.types, type] })
    }
  }
  return Object.fromEntries(
    // An option required by one metric is not required by runs of others.
    Array.from(owners, ([name, { spec, types }]) => [name, { ...spec, isRequired: false, group: `For ${headingOf(types)}` }] as const),
  )
}

/** With the choices of both: whether a metric accepts one is checked when it is created. */
function together(one: OptionSpec, other: OptionSpec): OptionSpec {
  if (one === other) return one
  const [ofOne, ofOther] = [choicesOf(one.schema), choicesOf(other.schema)]
  return ofOne === undefined || ofOther === undefined ? one : { ...one, schema: z.enum([...new Set([...ofOne, ...ofOther])]) }
}

/** Two names at most: a heading is no list. */
function headingOf(types: readonly string[]): string {
  const [first, second, ...more] = types
  if (second === undefined) return first ?? ''
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and others`
}
