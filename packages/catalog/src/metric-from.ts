import { type AnyMetric, type AssayError, configError, type MetricConfig } from '@assay/core'
import { checkOptions, choicesOf, type EmbeddingOptions, type Judge, type MetricEntry, type OptionTable, takesValue } from '@assay/options'
import * as z from 'zod'
import type { Catalog } from './catalog.ts'
import { withCutoff } from './cutoff-name.ts'
import { dashed, type Entries } from './entry.ts'
import { foreignMetric } from './foreign-metrics.ts'
import type { JudgeConfig } from './judge-config.ts'
import { isPath, loadExport, refuseOptionsOfCode } from './load-export.ts'
import { metricSet, metricSetNames } from './metric-sets.ts'
import { isMetric } from './shapes.ts'
import { embeddingFrom } from './similarity-from.ts'
import { unknownName } from './unknown-name.ts'

/** The context in which a metric is created, beside its own configuration. It also applies to its parts. */
export type MetricGiven = {
  /** The judge of the run, for metrics without their own. */
  readonly judge?: Judge | undefined
  /** Creates a judge that a metric names. Default: that of the catalog. */
  readonly judgeFrom?: Catalog['judgeFrom'] | undefined
  /** Options of the run. A metric gets those that it has. */
  readonly options?: MetricRunOptions | undefined
  /** The name of an option of the metric in messages. Default: as in `context-recall.votes`. */
  readonly placeOf?: ((option: string) => string) | undefined
  /**
   * Told of each option of `overrides` that a metric has, with the error where it changes nothing there. Default: that error is thrown.
   * Several metrics may share an option that only some of them have a use for.
   */
  readonly onOverride?: ((option: string, unused: AssayError | undefined) => void) | undefined
}

export type MetricRunOptions = {
  /** For metrics that are named without options. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** For every metric; overrides its configuration. */
  readonly overrides?: Readonly<Record<string, unknown>>
}

export { metricSet } from './metric-sets.ts'

type Surroundings = { readonly entries: Entries; readonly folder: string; readonly catalog: Catalog }

const common = {
  name: { schema: z.string().min(1), help: 'to distinguish two of the same kind' },
  judge: {
    schema: z.union([z.string().min(1), z.custom<JudgeConfig>((value) => typeof value === 'object' && value !== null)]),
    help: 'the judge, if not that of the run',
  },
} as const

/** @throws AssayError `config` naming the option, its value and the expected one. */
export async function metricFrom(config: string | MetricConfig, given: MetricGiven, surroundings: Surroundings): Promise<AnyMetric> {
  const { entries, folder, catalog } = surroundings
  const full = typeof config === 'string' ? { type: config } : config
  if (isPath(full.type)) {
    refuseOptionsOfCode(full.type, full, ['type'])
    return loadExport(full.type, { folder, what: 'a metric', is: isMetric })
  }
  const { entry, cut } = entryOfMetric(full, entries.metrics)
  const makeJudge = given.judgeFrom ?? catalog.judgeFrom
  const { type: _type, ...own } = cut
  const { judge: ownJudge } = own
  const isOwnJudge = typeof ownJudge === 'string' || (typeof ownJudge === 'object' && ownJudge !== null)
  const surrounding = {
    similarityFrom: catalog.similarityFrom,
    embeddingFrom: (id: string, options: EmbeddingOptions = {}) =>
      embeddingFrom(id, { providers: entries.providers, folder, options, neededBy: `${entry.type}.embedding` }),
    adapterFrom: catalog.adapterFrom,
    // Only its own entry knows where a part is written.
    metricFrom: (part: string | MetricConfig) => metricFrom(part, { ...given, placeOf: undefined }, surroundings),
  }
  const rebuilt = entry.rebuild?.({ ...cut, type: entry.type }, { ...surrounding, judge: given.judge })
  if (rebuilt !== undefined) return rebuilt

  const placeOf = given.placeOf ?? ((option: string) => `${entry.type}.${option}`)
  const overrides = fitting(given.options?.overrides, entry)
  const defaults = typeof config === 'string' ? fitting(given.options?.defaults, entry) : {}
  const { judge: _own, ...options } = checkOptions(tableOf(entry), { ...defaults, ...own, ...overrides }, placeOf)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked: a text or a configuration
  const judge = isOwnJudge && entry.needsJudge === true ? await makeJudge(ownJudge as string | JudgeConfig) : given.judge
  const unused = entry.unused?.(options, judge) ?? {}
  const unusedError = (option: string): AssayError | undefined =>
    unused[option] === undefined ? undefined : configError(`${placeOf(option)} ${unused[option]}`)
  for (const option of Object.keys(overrides)) {
    const error = unusedError(option)
    if (given.onOverride !== undefined) given.onOverride(option, error)
    else if (error !== undefined) throw error
  }
  // Options that a file gives for all metrics apply to those that they fit.
  const used = Object.fromEntries(
    Object.entries(options).filter(
      ([option]) => unused[option] === undefined || (Object.hasOwn(own, option) && !Object.hasOwn(overrides, option)),
    ),
  )
  return entry.create(used, { ...surrounding, judge })
}

/** Every option that a configuration of the metric may have. */
export function tableOf(entry: MetricEntry): OptionTable {
  return { ...entry.options, name: common.name, ...(entry.needsJudge === true ? { judge: common.judge } : {}) }
}

/**
 * The entry of a metric, and its configuration with `@5` in its type read as `k: 5`.
 * @throws AssayError `config` for an unknown name, with the nearest known one.
 */
export function entryOfMetric(
  full: MetricConfig,
  metrics: ReadonlyMap<string, MetricEntry>,
): { readonly entry: MetricEntry; readonly cut: MetricConfig } {
  const cut = metrics.has(dashed(full.type)) ? full : withCutoff(full)
  const entry = metrics.get(dashed(cut.type))
  if (entry !== undefined) return { entry, cut }
  const set = metricSet(cut.type)
  if (set !== undefined) {
    const of = set.of.map((part) => (typeof part === 'string' ? part : part.type))
    throw configError(
      `"${full.type}" is a set of metrics and has no options of its own. Name it alone, or its metrics each with their options: ${of.join(', ')}.`,
    )
  }
  const shown = (name: string): string => metrics.get(name)?.example ?? name
  const foreign = foreignMetric(cut.type, Array.from(metrics.values()))
  throw unknownName({
    what: 'metric',
    written: full.type,
    name: dashed(cut.type),
    known: [...metrics.keys(), ...metricSetNames],
    shown,
    ...foreign,
  })
}

/** A metric of a run, or a part of one. `entry` is undefined for a file of code. */
export type NamedMetric = { readonly written: string; readonly entry: MetricEntry | undefined; readonly hasOwnJudge: boolean }

/** A metric and its parts, as named; of a set of metrics, all of them. @throws AssayError `config` for an unknown name. */
export function metricsIn(config: string | MetricConfig, metrics: ReadonlyMap<string, MetricEntry>): readonly NamedMetric[] {
  const full = typeof config === 'string' ? { type: config } : config
  const set = typeof config === 'string' && !metrics.has(dashed(config)) ? metricSet(config) : undefined
  if (set !== undefined) return set.of.flatMap((part) => metricsIn(part, metrics))
  const entry = isPath(full.type) ? undefined : entryOfMetric(full, metrics).entry
  const hasOwnJudge = ['judge', 'verifier', 'assessor'].some((name) => full[name] !== undefined)
  const parts = (entry?.partOptions ?? []).flatMap((name) => partsOf(full[name]))
  return [{ written: full.type, entry, hasOwnJudge }, ...parts.flatMap((part) => metricsIn(part, metrics))]
}

/** A value that is no metric is left to the check of the option. */
function partsOf(value: unknown): readonly (string | MetricConfig)[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(partsOf)
  if (typeof value !== 'object' || value === null) return []
  if ('metric' in value) return partsOf(value.metric)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its other options are checked by its own entry
  return 'type' in value && typeof value.type === 'string' ? [value as MetricConfig] : []
}

/** Options of the run that the metric has, with values that it accepts: metrics share names of options, but not all values. */
function fitting(options: Readonly<Record<string, unknown>> | undefined, entry: MetricEntry): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([name, value]) => takesOption(entry, name, value)))
}

/** Whether a metric has an option, and this value is among its choices. Any other value is checked when the metric is created. */
export function takesOption({ options }: MetricEntry, name: string, value: unknown): boolean {
  const spec = Object.hasOwn(options, name) ? options[name] : undefined
  return spec !== undefined && (choicesOf(spec.schema) === undefined || takesValue(spec, value))
}
