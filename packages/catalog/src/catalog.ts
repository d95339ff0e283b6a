import { type AnyMetric, AssayError, type JsonObject, type LLMAdapter, type MetricConfig, type SimilarityFn } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import { builtInJudges } from './built-in-judges.ts'
import { builtInMetrics } from './built-in-metrics.ts'
import { type JudgeConfig, type JudgeConnection, judgeIdOf, judgeParts } from './judge-config.ts'
import { rebuildJudge } from './rebuild-judge.ts'
import { foreignMetric } from './foreign-metrics.ts'
import { withCutoff } from './cutoff-name.ts'
import { builtInSimilarities } from './built-in-similarities.ts'
import { loadExport } from './load-export.ts'
import { isJudge, isMetric, isSimilarity } from './shapes.ts'
import { unknownName } from './unknown-name.ts'

/** What can judge claims: a model, or a verifier of any kind. */
export type Judge = LLMAdapter | ClaimVerifier

/** A family of judges named `<name>` or `<name>:<model>`. */
export type JudgeEntry = {
  readonly kind: 'judge'
  readonly name: string
  /** The environment variable that holds its key, where it needs one: listed when no judge is named. */
  readonly keyVariable?: string
  /** The options that a `JudgeConfig` of it may have; any, where absent. */
  readonly options?: readonly string[]
  /**
   * `options` are the parameters of the model, as its adapter's fingerprint shows them; relative paths start from `folder`, by
   * default the working folder; `connection` stands where a configuration names a server or a key.
   */
  readonly create: (model: string | undefined, options?: JsonObject, folder?: string, connection?: JudgeConnection) => Promise<Judge>
}

export type MetricEntry = {
  readonly kind: 'metric'
  /** As in `MetricConfig.type`: lower case, words joined by `-`. */
  readonly name: string
  /** Whether it cannot work without a judge. */
  readonly needsJudge?: boolean
  /** Whether it says nothing without the metrics that it is made of. */
  readonly isMadeOf?: boolean
  /** How it is written where the name alone says too little, as in `recall@5`. */
  readonly example?: string
  /** Options of the measures by ids that it takes. */
  readonly takes?: readonly ('relevanceLevel' | 'emptyReference')[]
  /** @throws AssayError `config` for options it does not know. */
  readonly create: (config: MetricConfig, given: MetricSurroundings) => Promise<AnyMetric>
}

/** A similarity named `<name>`, or a family of them named `<name>:<which>`. */
export type SimilarityEntry = {
  readonly kind: 'similarity'
  readonly name: string
  /** How it is written where the name alone says too little, as in `embedding:<provider>:<model>`. */
  readonly example?: string
  /** `which` is what stands behind the first colon of the id. @throws AssayError `config` for one that it does not know. */
  readonly create: (which?: string) => Promise<SimilarityFn>
}

export type MetricSurroundings = {
  /** The run's judge, where the metric names none of its own. */
  readonly judge: Judge | undefined
  readonly judgeFrom: Catalog['judgeFrom']
  readonly adapterFrom: Catalog['adapterFrom']
  readonly similarityFrom: Catalog['similarityFrom']
  /** For metrics made from others. */
  readonly metricFrom: Catalog['metricFrom']
}

/** Ids and configurations to objects: whatever is named is loaded only then. */
export type Catalog = {
  /** Adds an entry of yours; one with a name already taken replaces it. */
  readonly register: (entry: JudgeEntry | MetricEntry | SimilarityEntry) => void
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
  readonly similarityFrom: (id: string) => Promise<SimilarityFn>
  /** A metric's name or its configuration; `_` for `-` is accepted, and `@5` at its end is `k: 5`. @throws AssayError `config` */
  readonly metricFrom: (config: string | MetricConfig, given?: { readonly judge?: Judge | undefined }) => Promise<AnyMetric>
  /** @throws AssayError `config` where no metric has this name; whether it can be made is another question. */
  readonly checkMetricName: (type: string) => void
  readonly judges: () => readonly JudgeEntry[]
  readonly metrics: () => readonly MetricEntry[]
  readonly similarities: () => readonly SimilarityEntry[]
}

export type CatalogOptions = {
  /** Where `./file.ts#name` starts from. Default: the working folder. */
  readonly folder?: string
}

export function createCatalog(options: CatalogOptions = {}): Catalog {
  const judges = new Map(builtInJudges.map((entry) => [entry.name, entry]))
  const metrics = new Map(builtInMetrics.map((entry) => [entry.name, entry]))
  const similarities = new Map(builtInSimilarities.map((entry) => [entry.name, entry]))
  const folder = (): string => options.folder ?? process.cwd()

  const judgeFrom: Catalog['judgeFrom'] = async (judge) => {
    const config = typeof judge === 'string' ? { id: judge } : judge
    const id = judgeIdOf(config)
    if (isPath(id)) {
      refuseOptionsOfCode(id, config, ['id', 'provider', 'model'])
      return loadExport(id, { folder: folder(), what: 'a judge', is: isJudge })
    }
    const colon = id.indexOf(':')
    const name = colon === -1 ? id : id.slice(0, colon)
    const entry = judges.get(name)
    if (entry === undefined) {
      throw unknownName({ what: 'judge', written: id, name, known: [...judges.keys()], shown: exampleOf, meant: judgeOfModel(id) })
    }
    const { connection, options: parameters } = judgeParts(config, entry)
    return entry.create(colon === -1 ? undefined : id.slice(colon + 1), parameters, folder(), connection)
  }
  const adapterFrom: Catalog['adapterFrom'] = (fingerprint) => rebuildJudge(fingerprint, judges)
  const similarityFrom: Catalog['similarityFrom'] = async (id) => {
    if (isPath(id)) return loadExport(id, { folder: folder(), what: 'a similarity function', is: isSimilarity })
    const colon = id.indexOf(':')
    const name = dashed(colon === -1 ? id : id.slice(0, colon))
    const entry = similarities.get(name)
    if (entry === undefined) {
      const shown = (known: string): string => similarities.get(known)?.example ?? known
      throw unknownName({ what: 'similarity', written: id, name, known: [...similarities.keys()], shown })
    }
    return entry.create(colon === -1 ? undefined : id.slice(colon + 1))
  }
  const metricEntry = (full: MetricConfig): { readonly entry: MetricEntry; readonly cut: MetricConfig } => {
    const cut = metrics.has(dashed(full.type)) ? full : withCutoff(full)
    const entry = metrics.get(dashed(cut.type))
    if (entry !== undefined) return { entry, cut }
    const shown = (name: string): string => metrics.get(name)?.example ?? name
    const known = [...metrics.keys()]
    throw unknownName({ what: 'metric', written: full.type, name: dashed(cut.type), known, shown, ...foreignMetric(cut.type) })
  }
  const metricFrom: Catalog['metricFrom'] = async (config, given = {}) => {
    const full = typeof config === 'string' ? { type: config } : config
    if (isPath(full.type)) {
      refuseOptionsOfCode(full.type, full, ['type'])
      return loadExport(full.type, { folder: folder(), what: 'a metric', is: isMetric })
    }
    const { entry, cut } = metricEntry(full)
    return entry.create({ ...cut, type: entry.name }, { judge: given.judge, judgeFrom, adapterFrom, similarityFrom, metricFrom })
  }

  return {
    judgeFrom,
    adapterFrom,
    similarityFrom,
    metricFrom,
    checkMetricName(type) {
      if (!isPath(type)) metricEntry({ type })
    },
    register(entry) {
      if (entry.kind === 'judge') judges.set(entry.name, entry)
      else if (entry.kind === 'metric') metrics.set(entry.name, entry)
      else similarities.set(entry.name, entry)
    },
    judges: () => [...judges.values()],
    metrics: () => [...metrics.values()],
    similarities: () => [...similarities.values()],
  }
}

/** What a file exports is made already: an option beside its path would be without effect. */
function refuseOptionsOfCode(id: string, config: object, naming: readonly string[]): void {
  const option = Object.entries(config).find(([name, value]) => value !== undefined && !naming.includes(name))?.[0]
  if (option === undefined) return
  const message = `${id} has the option ${JSON.stringify(option)} beside it, and is code of your own, which sets its options itself. Leave it out.`
  throw new AssayError({ kind: 'config', message })
}

export function isPath(id: string): boolean {
  return /^\.{0,2}\//.test(id) || /^[a-z]:[\\/]/i.test(id)
}

function dashed(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

function exampleOf(judge: string): string {
  if (judge === 'lexical') return judge
  return judge === 'recorded' ? 'recorded:<file>' : `${judge}:<model>`
}

/** Names of models, as people write them without their provider. */
const MODELS: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt|chatgpt|o\d)/i, 'openai'],
  [/^claude/i, 'anthropic'],
  [/^(?:llama|qwen|mistral|gemma|phi|deepseek)/i, 'ollama'],
]

function judgeOfModel(id: string): string | undefined {
  const provider = MODELS.find(([name]) => name.test(id))?.[1]
  return provider === undefined ? undefined : `${provider}:${id}`
}
