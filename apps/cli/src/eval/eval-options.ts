import { AssayError } from '@assay/core'
import { type AllowedUnscored, parseAllowedUnscored } from '../gates/allowed-unscored.ts'
import { numberOf } from './option-number.ts'

/** What was asked for on the command line, checked. */
export type EvalOptions = {
  readonly data: readonly string[]
  readonly metrics: readonly string[]
  readonly judge: string | undefined
  readonly outputs: readonly string[]
  readonly columns: Readonly<Record<string, string>>
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
  /** A file of prices, before those that come with Assay. */
  readonly prices: string | undefined
  readonly repeat: number | undefined
  readonly allowPartial: boolean
  readonly groupBy: readonly string[]
  readonly stopAfter: number | undefined
  /** Replies of other runs are used, and this run's are left for them. */
  readonly cache: boolean
  /** The last run that was not finished, or the one of this id. */
  readonly resume: 'last' | { readonly id: string } | undefined
  readonly dryRun: boolean
  readonly limit: number | undefined
  readonly allowUnscored: AllowedUnscored
  /** Gates as they were written. */
  readonly failUnder: readonly string[]
  readonly allowScreen: boolean
  readonly csvSafe: boolean
  readonly quiet: boolean
}

/** The options as commander hands them on: texts, or absent. */
export type RawEvalOptions = {
  readonly metric?: readonly string[]
  readonly judge?: string
  readonly output?: readonly string[]
  readonly column?: readonly string[]
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
  readonly resume?: boolean
  readonly resumeRun?: string
  readonly dryRun?: boolean
  readonly limit?: string
  readonly allowUnscored?: readonly string[]
  readonly failUnder?: readonly string[]
  readonly allowScreen?: boolean
  readonly csvSafe?: boolean
  readonly quiet?: boolean
}

/** @throws AssayError `config` naming the option, what was given and what is due. */
export function readEvalOptions(data: readonly string[], raw: RawEvalOptions): EvalOptions {
  if (data.length === 0) throw usage('Name a data file, as in: assay eval rows.jsonl -m id-based-context-recall')
  return {
    data,
    metrics: raw.metric ?? [],
    judge: raw.judge,
    outputs: raw.output ?? [],
    columns: Object.fromEntries((raw.column ?? []).map(columnOf)),
    similarity: raw.similarity,
    threshold: numberOf('--threshold', raw.threshold, { from: 0, to: 1 }),
    strict: raw.strict ?? false,
    soft: raw.soft ?? false,
    explain: raw.explain ?? false,
    strategy: raw.strategy,
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
    resume: raw.resumeRun !== undefined ? { id: raw.resumeRun } : raw.resume === true ? 'last' : undefined,
    dryRun: raw.dryRun ?? false,
    limit: numberOf('--limit', raw.limit, { from: 1, whole: true }),
    allowUnscored: parseAllowedUnscored(raw.allowUnscored ?? []),
    failUnder: raw.failUnder ?? [],
    allowScreen: raw.allowScreen ?? false,
    csvSafe: raw.csvSafe ?? false,
    quiet: raw.quiet ?? false,
  }
}

function columnOf(text: string): [field: string, column: string] {
  const equals = text.indexOf('=')
  if (equals <= 0 || equals === text.length - 1) throw usage(`--column ${text}: expected field=column, as in reference=gold.answer`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}

function usage(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
