import {
  type AnyMetric,
  configError,
  type EmbeddingAdapter,
  type JsonObject,
  type LLMAdapter,
  type MetricConfig,
  type SimilarityFn,
} from '@assay/core'
import type { EmbeddingOptions, Judge } from './provider-entry.ts'
import type { OptionTable, OptionValues } from './option.ts'
import type { WithoutKind } from './without-kind.ts'

/** A metric that can be named: in `-m`, in a configuration, in `metricFrom`. It owns its options. */
export type MetricEntry<Table extends OptionTable = OptionTable> = {
  readonly kind: 'metric'
  /** As in `MetricConfig.type`: lower case, words joined by `-`. */
  readonly type: string
  /** Names of the same metric in other tools, for hints on a wrong name. */
  readonly aliases?: readonly string[]
  /** Its written form if the name alone is not enough, as in `recall@5`. */
  readonly example?: string
  /** Whether it needs a judge. */
  readonly needsJudge?: boolean
  /** Options that hold other metrics: a name, a configuration, a list of these, or `{ metric, … }`. */
  readonly partOptions?: readonly string[]
  /** Without `type`, `name` and `judge`, which every metric may have. */
  readonly options: Table
  /** Options without effect beside these others or this judge, each with the reason, as the end of a sentence that begins with its name. */
  readonly unused?: (options: OptionValues<Table>, judge: Judge | undefined) => Readonly<Record<string, string | undefined>>
  /** Loads the parts of the metric, and creates it. @throws AssayError `config` for incompatible options. */
  readonly create: (options: OptionValues<Table> & { readonly name?: string }, given: MetricSurroundings) => Promise<AnyMetric>
  /** Creates the metric from its own `config`, if that has a form that options do not have. `undefined` if it has none. */
  readonly rebuild?: (config: MetricConfig, given: MetricSurroundings) => Promise<AnyMetric> | undefined
}

export type MetricSurroundings = {
  /** The metric's own judge, else that of the run. */
  readonly judge: Judge | undefined
  readonly similarityFrom: (id: string, options?: EmbeddingOptions) => Promise<SimilarityFn>
  /** An embedding model by `<provider>:<model>`. @throws AssayError `config` */
  readonly embeddingFrom: (id: string, options?: EmbeddingOptions) => Promise<EmbeddingAdapter>
  /** A metric within this one. It gets the run's judge and options. */
  readonly metricFrom: (part: string | MetricConfig) => Promise<AnyMetric>
  /** The model with this fingerprint. */
  readonly adapterFrom: (fingerprint: JsonObject) => Promise<LLMAdapter>
}

/** @throws AssayError `config` for an option that changes nothing, and is no mere switch that is off. */
export function refuseUnusedOptions(type: string, options: object, unused: Readonly<Record<string, string | undefined>>): void {
  const found = Object.entries(options).find(([option, value]) => unused[option] !== undefined && value !== undefined && value !== false)
  if (found !== undefined) throw configError(`${type}.${found[0]} ${unused[found[0]]}`)
}

/** An entry with its kind, and `create` typed by the options declared beside it. */
export function defineMetricEntry<const Table extends OptionTable>(entry: WithoutKind<MetricEntry<Table>>): MetricEntry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is called with options that its own table has checked
  return { ...entry, kind: 'metric' } as unknown as MetricEntry
}
