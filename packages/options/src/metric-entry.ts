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
  /** Names that other tools know the same metric by. A wrong name is answered with them. */
  readonly aliases?: readonly string[]
  /** How it is written where the name alone says too little, as in `recall@5`. */
  readonly example?: string
  /** Whether it cannot work without a judge. */
  readonly needsJudge?: boolean
  /** Options that hold other metrics: a name, a configuration, a list of these, or `{ metric, … }`. */
  readonly partOptions?: readonly string[]
  /** Without `type`, `name` and `judge`, which every metric may have. */
  readonly options: Table
  /** Options that would change nothing beside these others or this judge, each with why, as the end of a sentence that begins with it. */
  readonly idle?: (options: OptionValues<Table>, judge: Judge | undefined) => Readonly<Record<string, string | undefined>>
  /** Loads what the metric is made of, and makes it. @throws AssayError `config` for options that do not go together. */
  readonly create: (options: OptionValues<Table> & { readonly name?: string }, given: MetricSurroundings) => Promise<AnyMetric>
  /** The metric made again from its own `config`, where that has a form that options do not. `undefined` where it has none. */
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
  /** The model that a fingerprint is of. */
  readonly adapterFrom: (fingerprint: JsonObject) => Promise<LLMAdapter>
}

/** @throws AssayError `config` for an option that changes nothing, and is no mere switch that is off. */
export function refuseIdleOptions(type: string, options: object, idle: Readonly<Record<string, string | undefined>>): void {
  const found = Object.entries(options).find(([option, value]) => idle[option] !== undefined && value !== undefined && value !== false)
  if (found !== undefined) throw configError(`${type}.${found[0]} ${idle[found[0]]}`)
}

/** An entry with its kind, and `create` typed by the options declared beside it. */
export function defineMetricEntry<const Table extends OptionTable>(entry: WithoutKind<MetricEntry<Table>>): MetricEntry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is called with options that its own table has checked
  return { ...entry, kind: 'metric' } as unknown as MetricEntry
}
