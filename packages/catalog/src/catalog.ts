import { type AnyMetric, AssayError, type JsonObject, type LLMAdapter, type MetricConfig, type SimilarityFn } from '@assay/core'
import type { EmbeddingOptions, Judge, MetricEntry, ProviderEntry, SimilarityEntry } from '@assay/options'
import { type Entries, entriesOf, type Entry, isEntry } from './entry.ts'
import type { JudgeConfig } from './judge-config.ts'
import type { MetricGiven, NamedMetric } from './metric-from.ts'

/** Ids and configurations to objects: whatever is named is loaded only then. */
export type Catalog = {
  /** Adds an entry of yours; one with a name already taken replaces it. @throws AssayError `config` for what is none. */
  readonly register: (entry: Entry) => void
  /**
   * Adds every entry that a file exports, alone or in lists, or registers itself. It runs that file, once.
   * @throws AssayError `config` for one that cannot be loaded, or adds none.
   */
  readonly registerFrom: (path: string) => Promise<void>
  /**
   * `openai:gpt-5-mini`, `lexical`, `recorded:judge.jsonl`, `./judge.ts#name`, or one with options as `{ id, baseURL, temperature, … }`.
   * @throws AssayError `config` naming what there is.
   */
  readonly judgeFrom: (judge: string | JudgeConfig) => Promise<Judge>
  /**
   * The adapter with this fingerprint, made from today's environment.
   * @throws AssayError `config` where it would be another one: a different server, or options that only code can give.
   */
  readonly adapterFrom: (fingerprint: JsonObject) => Promise<LLMAdapter>
  /** `jaro-winkler`, `embedding:openai:<model>`, `./similarity.ts#name`; `_` for `-` is accepted. @throws AssayError `config` */
  readonly similarityFrom: (id: string, options?: EmbeddingOptions) => Promise<SimilarityFn>
  /** A metric's name or its configuration; `_` for `-` is accepted, and `@5` at its end is `k: 5`. @throws AssayError `config` */
  readonly metricFrom: (config: string | MetricConfig, given?: MetricGiven) => Promise<AnyMetric>
  /**
   * A metric and the parts that it is made of, with their entries.
   * @throws AssayError `config` where no metric has such a name; whether it can be made is another question.
   */
  readonly metricsIn: (config: string | MetricConfig) => Promise<readonly NamedMetric[]>
  readonly metrics: () => Promise<readonly MetricEntry[]>
  readonly providers: () => Promise<readonly ProviderEntry[]>
  readonly similarities: () => Promise<readonly SimilarityEntry[]>
}

export type CatalogOptions = {
  /** Where `./file.ts#name` starts from. Default: the working folder. */
  readonly folder?: string
}

export function createCatalog(options: CatalogOptions = {}): Catalog {
  const registered: Entry[] = []
  const files = new Set<string>()
  let known: Entries | undefined
  // Entries carry their schemas: they are loaded when something is named, not with the library.
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
