import type { ConfigPath } from '@assay/config-kit'
import { AssayError } from '@assay/core'
import type { ColumnSource, FormatName } from '@assay/datasets'
import { nearestName } from '@assay/text'
import type { AssayConfig } from '../../config/define-config.ts'
import type { Origin } from '../../config/resolve-settings.ts'
import { type AllowedUnscored, parseAllowedUnscored } from '../../gates/allowed-unscored.ts'
import { numberOf } from './option-number.ts'

/** What was asked for, by the command line or a configuration, checked. */
export type EvalOptions = {
  readonly data: readonly string[]
  /** The folder of the configuration that names the data; absent where the command line does. */
  readonly dataFolder?: string | undefined
  readonly metrics: NonNullable<AssayConfig['metrics']>
  readonly judge: AssayConfig['judge']
  readonly maxOutputTokens: number | undefined
  readonly outputs: readonly string[]
  readonly columns: Readonly<Record<string, ColumnSource>>
  /** Of all data files, whatever their names end in. */
  readonly format: FormatName | undefined
  /** Of all CSV files, as it was written. */
  readonly delimiter: string | undefined
  readonly similarity: string | undefined
  readonly threshold: number | undefined
  readonly strict: boolean
  readonly soft: boolean
  readonly explain: boolean
  readonly strategy: string | undefined
  readonly votes: number | undefined
  readonly requireQuote: boolean
  /** `false` where it was turned off. */
  readonly grouping: boolean
  /** Judgements of the one data file, which is then a TREC run. */
  readonly qrels: string | undefined
  readonly complete: boolean
  readonly relevanceLevel: number | undefined
  readonly concurrency: number | undefined
  readonly maxRetries: number | undefined
  readonly timeoutSeconds: number | undefined
  readonly totalTimeoutSeconds: number | undefined
  readonly rpm: number | undefined
  readonly tpm: number | undefined
  readonly budgetUsd: number | undefined
  readonly budgetTokens: number | undefined
  /** Prices, or a file of them, before those that come with Assay. */
  readonly prices: AssayConfig['prices']
  readonly repeat: number | undefined
  readonly allowPartial: boolean
  readonly groupBy: readonly string[]
  readonly stopAfter: number | undefined
  /** Replies of other runs are used, and this run's are left for them. */
  readonly cache: boolean
  /** How old those may be, as it was written. */
  readonly cacheTtl: string | undefined
  /** The last run that was not finished, or the one of this id. */
  readonly resume: 'last' | { readonly id: string } | undefined
  readonly dryRun: boolean
  readonly limit: number | undefined
  readonly allowUnscored: AllowedUnscored
  /** Gates as they were written. */
  readonly failUnder: readonly string[]
  readonly allowScreen: boolean
  /** What of each row stands beside its scores in CSV: names as in data files. */
  readonly csvColumns: readonly string[] | undefined
  readonly csvSafe: boolean
  readonly quiet: boolean
  /** For promptfoo configurations. */
  readonly generate: boolean
  /** For those: a finished run whose outputs are judged in place of answers of the targets. */
  readonly promptfooOutputs: string | undefined
  /** For those: checks that were skipped do not change how the run ends. */
  readonly allowSkipped: boolean
  /** By its name in a configuration, where an option comes from; what is absent comes from the command line. */
  readonly origins: Readonly<Record<string, Origin>>
  /** Where in a configuration an option stands, for messages. */
  readonly placeIn?: PlaceIn | undefined
}

/** As in `assay.config.yaml:7`. */
export type PlaceIn = (path: ConfigPath) => string

/** The options as commander hands them on: texts, or absent. */
export type RawEvalOptions = {
  /** A path; `false` where a run is resumed that began without a configuration. */
  readonly config?: string | false
  readonly trustConfig?: boolean
  readonly generate?: boolean
  readonly outputs?: string
  readonly allowSkipped?: boolean
  readonly metric?: readonly string[]
  readonly judge?: string
  readonly maxOutputTokens?: string
  readonly output?: readonly string[]
  readonly column?: readonly string[]
  readonly format?: string
  readonly delimiter?: string
  readonly similarity?: string
  readonly threshold?: string
  readonly strict?: boolean
  readonly soft?: boolean
  readonly explain?: boolean
  readonly strategy?: string
  readonly votes?: string
  readonly requireQuote?: boolean
  readonly grouping?: boolean
  readonly qrels?: string
  readonly complete?: boolean
  readonly relevanceLevel?: string
  readonly concurrency?: string
  readonly maxRetries?: string
  readonly timeout?: string
  readonly totalTimeout?: string
  readonly rpm?: string
  readonly tpm?: string
  readonly budgetUsd?: string
  readonly budgetTokens?: string
  readonly prices?: string
  readonly repeat?: string
  readonly allowPartial?: boolean
  readonly groupBy?: readonly string[]
  readonly stopAfter?: string
  readonly cache?: boolean
  /** An age such as `30d`: the store is opened before options are read. */
  readonly cacheTtl?: string
  readonly resume?: boolean
  readonly resumeRun?: string
  readonly dryRun?: boolean
  readonly limit?: string
  readonly allowUnscored?: readonly string[]
  readonly failUnder?: readonly string[]
  readonly allowScreen?: boolean
  /** Names with commas between them. */
  readonly csvColumns?: string
  readonly csvSafe?: boolean
  readonly quiet?: boolean
}

/** The same over a configuration, which may hold judges and metrics with options, prices in place, and columns that are computed. */
export type ConfiguredOptions = Omit<RawEvalOptions, 'metric' | 'judge' | 'prices' | 'column' | 'csvColumns'> & {
  readonly csvColumns?: readonly string[]
  readonly metric?: EvalOptions['metrics']
  readonly judge?: Exclude<AssayConfig['judge'], undefined>
  readonly prices?: Exclude<AssayConfig['prices'], undefined>
  readonly columns?: EvalOptions['columns']
}

/** @throws AssayError `config` naming the option, what was given and what is due. */
export function readEvalOptions(
  data: readonly string[],
  raw: ConfiguredOptions,
  origins: Readonly<Record<string, Origin>> = {},
  placeIn?: PlaceIn,
): EvalOptions {
  return {
    data,
    metrics: raw.metric ?? [],
    judge: raw.judge,
    maxOutputTokens: numberOf('--max-output-tokens', raw.maxOutputTokens, { from: 1, whole: true }),
    outputs: raw.output ?? [],
    columns: raw.columns ?? {},
    format: raw.format === undefined ? undefined : choiceOf('--format', 'format', raw.format, Object.values(FORMATS)),
    delimiter: raw.delimiter,
    similarity: raw.similarity,
    threshold: numberOf('--threshold', raw.threshold, { from: 0, to: 1 }),
    strict: raw.strict ?? false,
    soft: raw.soft ?? false,
    explain: raw.explain ?? false,
    strategy: raw.strategy === undefined ? undefined : choiceOf('--strategy', 'strategy', raw.strategy, STRATEGIES),
    votes: numberOf('--votes', raw.votes, { from: 1, to: 99, whole: true }),
    requireQuote: raw.requireQuote ?? false,
    grouping: raw.grouping ?? true,
    qrels: raw.qrels,
    complete: raw.complete ?? false,
    relevanceLevel: numberOf('--relevance-level', raw.relevanceLevel, { from: 0 }),
    concurrency: numberOf('--concurrency', raw.concurrency, { from: 1, to: 10_000, whole: true }),
    maxRetries: numberOf('--max-retries', raw.maxRetries, { from: 0, to: 100, whole: true }),
    timeoutSeconds: numberOf('--timeout', raw.timeout, { from: 0.001, to: 86_400 }),
    totalTimeoutSeconds: numberOf('--total-timeout', raw.totalTimeout, { from: 0.001, to: 86_400 }),
    rpm: numberOf('--rpm', raw.rpm, { from: 1 }),
    tpm: numberOf('--tpm', raw.tpm, { from: 1 }),
    budgetUsd: numberOf('--budget-usd', raw.budgetUsd, { from: 0 }),
    budgetTokens: numberOf('--budget-tokens', raw.budgetTokens, { from: 0, whole: true }),
    prices: raw.prices,
    repeat: numberOf('--repeat', raw.repeat, { from: 1, to: 1000, whole: true }),
    allowPartial: raw.allowPartial ?? false,
    groupBy: raw.groupBy ?? [],
    stopAfter: numberOf('--stop-after', raw.stopAfter, { from: 1, whole: true }),
    cache: raw.cache ?? true,
    cacheTtl: raw.cacheTtl,
    resume: raw.resumeRun !== undefined ? { id: raw.resumeRun } : raw.resume === true ? 'last' : undefined,
    dryRun: raw.dryRun ?? false,
    limit: numberOf('--limit', raw.limit, { from: 1, whole: true }),
    allowUnscored: parseAllowedUnscored(raw.allowUnscored ?? [], allowanceOf({ origins, placeIn })),
    failUnder: raw.failUnder ?? [],
    allowScreen: raw.allowScreen ?? false,
    csvColumns: raw.csvColumns,
    csvSafe: raw.csvSafe ?? false,
    quiet: raw.quiet ?? false,
    generate: raw.generate ?? false,
    promptfooOutputs: raw.outputs,
    allowSkipped: raw.allowSkipped ?? false,
    origins,
    placeIn,
  }
}

/** Where an option of the configuration stands: a part of it, where it is a list. */
export function placeOf({ placeIn }: Pick<EvalOptions, 'placeIn'>, name: keyof AssayConfig, index?: number): string {
  return placeIn?.(index === undefined ? [name] : [name, index]) ?? 'the configuration'
}

/** What says how many rows may stay unscored. */
export function allowanceOf(options: Pick<EvalOptions, 'origins' | 'placeIn'>): string {
  return isOfCommandLine(options, 'allowUnscored') ? '--allow-unscored' : `allowUnscored (${placeOf(options, 'allowUnscored')})`
}

/** Whether an option was written on the command line, not only in a file: it is meant for this very run. */
export function isOfCommandLine({ origins }: Pick<EvalOptions, 'origins'>, name: keyof AssayConfig | 'cacheTtl'): boolean {
  return origins[name] !== 'config'
}

const FORMATS: { readonly [Name in FormatName]: Name } = {
  jsonl: 'jsonl',
  json: 'json',
  csv: 'csv',
  tsv: 'tsv',
  yaml: 'yaml',
  parquet: 'parquet',
}
const STRATEGIES = ['batched', 'per-claim', 'single-pass'] as const

function choiceOf<T extends string>(option: string, what: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  const nearest = nearestName(text, choices)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw new AssayError({ kind: 'config', message: `${option} ${text}: there is no such ${what}.${hint} There are ${choices.join(', ')}.` })
}
