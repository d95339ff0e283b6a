import { type AnyMetric, AssayError, type JsonObject, type LLMAdapter, type MetricConfig, type SimilarityFn } from '@assay/core'
import type { EmbeddingOptions, Judge, MetricEntry, ProviderEntry, SimilarityEntry } from '@assay/options'
import { type Entries, entriesOf, type Entry, isEntry } from './entry.ts'
import type { JudgeConfig } from './judge-config.ts'
import type { MetricGiven, NamedMetric } from './metric-from.ts'

/** Creates objects from ids and configurations. An entry is loaded when it is first named. */
export type Catalog = {
  /** Adds a user-defined entry; it replaces one with the same name. @throws AssayError `config` for a value that is no entry. */
  readonly register: (entry: Entry) => void
  /**
   * Adds every entry that a file exports, alone or in lists, or registers itself. It runs that file, once.
   * @throws AssayError `config` if the file cannot be loaded, or adds none.
   */
  readonly registerFrom: (path: string) => Promise<void>
  /**
   * `openai:gpt-5-mini`, `lexical`, `recorded:judge.jsonl`, `./judge.ts#name`, or one with options as `{ id, baseURL, temperature, … }`.
   * @throws AssayError `config` listing the known ones.
   */
  readonly judgeFrom: (judge: string | JudgeConfig) => Promise<Judge>
  /**
   * The adapter with this fingerprint, created from the current environment.
   * @throws AssayError `config` if it would be another one: a different server, or options that only code can give.
   */
  readonly adapterFrom: (fingerprint: JsonObject) => Promise<LLMAdapter>
  /** `jaro-winkler`, `embedding:openai:<model>`, `./similarity.ts#name`; `_` for `-` is accepted. @throws AssayError `config` */
  readonly similarityFrom: (id: string, options?: EmbeddingOptions) => Promise<SimilarityFn>
  /** A metric's name or its configuration; `_` for `-` is accepted, and `@5` at its end means `k: 5`. @throws AssayError `config` */
  readonly metricFrom: (config: string | MetricConfig, given?: MetricGiven) => Promise<AnyMetric>
  /**
   * A metric and its parts, with their entries.
   * @throws AssayError `config` if no metric has this name; it does not check whether the metric can be created.
   */
  readonly metricsIn: (config: string | MetricConfig) => Promise<readonly NamedMetric[]>
  readonly metrics: () => Promise<readonly MetricEntry[]>
  readonly providers: () => Promise<readonly ProviderEntry[]>
  readonly similarities: () => Promise<readonly SimilarityEntry[]>
}

export type CatalogOptions = {
  /** The base folder of `./file.ts#name`. Default: the working folder. */
  readonly folder?: string
}

export function createCatalog(options: CatalogOptions = {}): Catalog {
  const registered: Entry[] = []
  const files = new Set<string>()
  let known: Entries | undefined
  // Entries contain schemas, so they are loaded when one is named, not with the library.
  const entries = async (): Promise<Entries> => {
    const { builtInEntries } = await import('./built-in-entries.ts')
    return (known ??= entriesOf([...builtInEntries, ...registered]))
  }
  const folder = (): string => options.folder ?? process.cwd()

  const catalog: Catalog = {
    register(entry) {
      if (!isEntry(entry)) throw noEntry('register was given what is no entry')
      registered.push(entry)
      known = undefined
    },
    async registerFrom(path) {
      if (files.has(path)) return
      const before = registered.length
      const { entriesIn } = await import('./load-export.ts')
      for (const entry of await entriesIn(path)) catalog.register(entry)
      if (registered.length === before) throw noEntry(`${path} exports no entry, and registers none`)
      files.add(path)
    },
    async judgeFrom(judge) {
      const { judgeFrom } = await import('./judge-from.ts')
      return judgeFrom(judge, (await entries()).providers, folder())
    },
    async adapterFrom(fingerprint) {
      const { rebuildJudge } = await import('./rebuild-judge.ts')
      return rebuildJudge(fingerprint, (await entries()).providers, folder())
    },
    async similarityFrom(id, embedding = {}) {
      const { similarityFrom } = await import('./similarity-from.ts')
      return similarityFrom(id, embedding, await entries(), folder())
    },
    async metricFrom(config, given = {}) {
      const { metricFrom } = await import('./metric-from.ts')
      return metricFrom(config, given, { entries: await entries(), folder: folder(), catalog })
    },
    async metricsIn(config) {
      const { metricsIn } = await import('./metric-from.ts')
      return metricsIn(config, (await entries()).metrics)
    },
    metrics: async () => [...(await entries()).metrics.values()],
    providers: async () => [...(await entries()).providers.values()],
    similarities: async () => [...(await entries()).similarities.values()],
  }
  return catalog
}

function noEntry(what: string): AssayError {
  return new AssayError({
    kind: 'config',
    message: `${what}. An entry is what defineMetricEntry, defineProviderEntry or defineSimilarityEntry gives.`,
  })
}
